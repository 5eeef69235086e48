import { describe, expect, test } from "vitest";
import { compile } from "../src/expression/index.ts";
import { ExpressionError } from "../src/expression/parts.ts";
import type { JsonValue } from "../src/values/index.ts";
import { type ConformanceCase, readCases, situationOf } from "./conformance-case.ts";
import { evaluateByColumns } from "./evaluate-by-columns.ts";
import { evaluateByReference } from "./evaluate-by-reference.ts";
import { exemptions } from "./exemptions.ts";

const cases = readCases();

describe("the cases of the language", () => {
  test("each has an id of its own, and exemptions name cases", () => {
    const ids = cases.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(Object.keys(exemptions).filter((id) => !ids.includes(id))).toEqual([]);
  });

  test.each(cases.filter(({ id }) => !(id in exemptions)))("$id $expr", (one) => {
    check(one);
  });

  test.each(cases.filter(({ id }) => id in exemptions))("$id differs on purpose", (one) => {
    expect(() => check(one), `${one.id} agrees now: take it out of exemptions.ts`).toThrow();
  });

  test("the column kernels have answered the cases of their kind", () => {
    expect(servedByColumns).toBeGreaterThan(140);
  });
});

let servedByColumns = 0;

function check(one: ConformanceCase): void {
  const { scope, context } = situationOf(one);
  const compiled = compile(one.expr, scope);
  if (one.error !== undefined) {
    expect(kindsOf(compiled.diagnostics)).toContain(one.error);
    expect(firstKind(compiled.diagnostics)).toBe(one.error);
    return;
  }
  expect(compiled.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  if (one.type !== undefined) expect(compiled.type.replace(/^(Ref|List) of .*$/, "$1")).toBe(one.type);
  checkAnswer(one, compiled.evaluate(context), "by rows");
  checkAnswer(one, evaluateByReference(one.expr, scope, context), "by reference");
  const byColumns = evaluateByColumns(one.expr, scope, context);
  if (byColumns !== undefined) {
    servedByColumns += 1;
    checkAnswer(one, byColumns, "by columns");
  }
}

function checkAnswer(one: ConformanceCase, answer: JsonValue, evaluated: string): void {
  if (one.pattern !== undefined) expect(String(answer), evaluated).toMatch(new RegExp(one.pattern, "u"));
  else if (one.oneOf !== undefined)
    expect(
      one.oneOf.some((choice) => isSame(answer, choice)),
      evaluated,
    ).toBe(true);
  else if (!isSame(answer, one.expect ?? null)) expect(answer, evaluated).toEqual(one.expect);
}

const KINDS = ["syntax", "name", "arity", "type"];

function kindsOf(
  diagnostics: readonly { readonly code: string; readonly severity: string }[],
): readonly string[] {
  return diagnostics
    .filter(({ severity }) => severity === "error")
    .map(({ code }) =>
      /^call\/(too|unpaired)/.test(code)
        ? "arity"
        : code.startsWith("call/")
          ? "type"
          : (code.split("/")[0] ?? ""),
    );
}

/** A case names the first kind that applies, in this order; all errors are reported. */
function firstKind(diagnostics: Parameters<typeof kindsOf>[0]): string | undefined {
  const found = kindsOf(diagnostics);
  return KINDS.find((kind) => found.includes(kind));
}

function isSame(answer: JsonValue, expected: JsonValue): boolean {
  if (typeof answer === "number" && typeof expected === "number") {
    return Math.abs(answer - expected) <= Math.max(1e-12, Math.abs(expected) * 1e-9);
  }
  if (Array.isArray(answer) && Array.isArray(expected)) {
    return answer.length === expected.length && answer.every((item, index) => isSame(item, expected[index]));
  }
  return answer === expected;
}

test("a thrown ExpressionError says where", () => {
  expect(() => compile("1 +").evaluate()).toThrow(ExpressionError);
});

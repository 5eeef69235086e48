import { describe, expect, test } from "vitest";
import { compile, ExpressionError } from "../src/expression/index.ts";
import { functions } from "../src/expression/regex/index.ts";
import { type ConformanceCase, exemptions, readCases, situationOf } from "./conformance-case.ts";
import { expectAnswer } from "./expect-same.ts";

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
    expect(() => check(one), `${one.id} agrees now: take it out of the exemptions`).toThrow();
  });
});

function check(one: ConformanceCase): void {
  const { scope, context } = situationOf(one);
  const compiled = compile(one.expr, { ...scope, functions });
  if (one.error !== undefined) {
    expect(kindsOf(compiled.diagnostics)).toContain(one.error);
    expect(firstKind(compiled.diagnostics)).toBe(one.error);
    return;
  }
  expect(compiled.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  if (one.type !== undefined) expect(compiled.type.replace(/^(Ref|List) of .*$/, "$1")).toBe(one.type);
  expectAnswer(one, compiled.evaluate(context));
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

test("a thrown ExpressionError says where", () => {
  expect(() => compile("1 +").evaluate()).toThrow(ExpressionError);
});

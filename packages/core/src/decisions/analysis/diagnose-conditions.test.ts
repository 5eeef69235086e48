import fc from "fast-check";
import { expect, test } from "vitest";
import { readScope } from "../../../conformance/read-context.ts";
import { check } from "../../expression/check/check.ts";
import { evaluateReference } from "../../expression/evaluate/evaluate-reference.ts";
import { type CheckedExpression, Meter, type Node, type RequestContext } from "../../expression/parts.ts";
import type { Value } from "../../values/index.ts";
import { diagnoseConditions } from "./diagnose-conditions.ts";
import type { Domain } from "./variables.ts";

const scope = readScope({ columns: { Size: "Number", Tier: "Text", Open: "Yes/No" } });

const domains: readonly Domain[] = [
  { min: 0, max: 4 },
  { values: ["none", "silver", "gold"], blank: false },
  { blank: false },
];
const setting = {
  locale: "en-US",
  domainOf: (node: Node) => (node.op === "column" ? domains[node.index] : undefined),
};

/** Every row of these domains. */
const rows: readonly (readonly Value[])[] = [null, 0, 1, 2, 3, 4].flatMap((size) =>
  ["none", "silver", "gold"].flatMap((tier) => [true, false].map((open) => [size, tier, open])),
);
const context = { meter: new Meter(), locale: "en-US" } as unknown as RequestContext;

function checked(source: string): CheckedExpression {
  return check(source, scope).output ?? expect.fail(source);
}

/** Whether a condition is TRUE on some row, and on every row. */
function truthOf(source: string): { readonly some: boolean; readonly every: boolean } {
  const expression = checked(source);
  const isTrue = (row: readonly Value[]) => evaluateReference(expression, row, context) === true;
  return { some: rows.some(isTrue), every: rows.every(isTrue) };
}

const comparison = fc.oneof(
  fc
    .tuple(fc.constantFrom("=", "<>", "<", "<=", ">", ">="), fc.integer({ min: -1, max: 5 }))
    .map(([operator, size]) => `[Size] ${operator} ${size}`),
  fc
    .tuple(fc.constantFrom("=", "<>"), fc.constantFrom("none", "SILVER", "gold", "zinc"))
    .map(([operator, tier]) => `[Tier] ${operator} "${tier}"`),
  fc.constantFrom("[Open]", "NOT([Open])", "ISBLANK([Size])", "ISNOTBLANK([Tier])", "LEN([Tier]) > 4"),
);
const condition = fc.oneof(
  comparison,
  fc
    .tuple(fc.constantFrom("AND", "OR"), fc.array(comparison, { minLength: 2, maxLength: 3 }))
    .map(([name, parts]) => `${name}(${parts.join(", ")})`),
);

/** More: `TABLEWRIGHT_EXPRESSIONS=20000 npm test -- diagnose-conditions`. */
const runs = Number(process.env.TABLEWRIGHT_EXPRESSIONS ?? 300);

test("of random IFS, every branch that no row reaches is found, and nothing else is", () => {
  let missed = 0;
  fc.assert(
    fc.property(fc.array(condition, { minLength: 1, maxLength: 5 }), (conditions) => {
      const starts: number[] = [];
      let source = "IFS(";
      for (const [index, one] of conditions.entries()) {
        starts.push(source.length);
        source += `${one}, ${index}${index + 1 < conditions.length ? ", " : ")"}`;
      }
      const expression = checked(source);
      const reached = new Set(rows.map((row) => evaluateReference(expression, row, context)));
      const told = new Set<number>();
      for (const { code, start = 0, end, example } of diagnoseConditions(expression, setting)) {
        const part = source.slice(start, end);
        const branch = starts.indexOf(start);
        const isBranch = conditions[branch] === part;
        if (code === "logic/always-true") expect(truthOf(part).every, source).toBe(true);
        else if (!isBranch) expect(truthOf(part).some, `${part} in ${source}`).toBe(false);
        else {
          expect(reached.has(branch), `${part} in ${source}`).toBe(false);
          told.add(branch);
        }
        if (code === "logic/unreachable" && example !== undefined)
          expect(truthOf(part).some, source).toBe(true);
      }
      // What LEN is of a text is not known.
      if (source.includes("LEN")) return;
      const none = conditions.flatMap((_, index) => (reached.has(index) ? [] : [index]));
      missed += none.filter((index) => !told.has(index)).length;
    }),
    { numRuns: runs },
  );
  expect(missed).toBe(0);
});

test("what is TRUE for every row is found of a condition, and what is for none", () => {
  fc.assert(
    fc.property(condition, (source) => {
      const codes = diagnoseConditions(checked(source), setting, { what: "The filter" })
        .filter(({ start, end }) => start === 0 && end === source.length)
        .map(({ code }) => code);
      const { some, every } = truthOf(source);
      const isKnown = !source.includes("LEN");
      if (codes.includes("logic/never-true") || (isKnown && !some))
        expect([codes, some]).toEqual([["logic/never-true"], false]);
      if (codes.includes("logic/always-true") || (isKnown && every))
        expect([codes, every]).toEqual([["logic/always-true"], true]);
    }),
    { numRuns: runs },
  );
});

test("a part that may have another value each time, and one that reads other rows, is never taken for the same", () => {
  for (const source of [
    "IF(AND(RANDBETWEEN(1, 9) > 5, RANDBETWEEN(1, 9) < 3), 1, 2)",
    "IFS(RANDBETWEEN(1, 9) > 5, 1, RANDBETWEEN(1, 9) > 5, 2)",
    "SWITCH(RANDBETWEEN(1, 9), 1, 10, 1, 20, 30)",
  ])
    expect(diagnoseConditions(checked(source), setting).map(({ code }) => code)).toEqual([]);
});

/** The evaluators beside decimal arithmetic as on paper. */
import { describe, expect, test } from "vitest";
import { check } from "../src/expression/check/check.ts";
import { evaluateReference } from "../src/expression/evaluate/evaluate-reference.ts";
import { compile } from "../src/expression/index.ts";
import { type CheckedExpression, evaluateRow, rowEvaluatorIn, type Scope } from "../src/expression/parts.ts";
import { exactSum, writePlainNumber } from "../src/values/index.ts";
import { type DecimalCase, decimalCases, decimalFormulas } from "./decimal-cases.ts";
import { PaperDecimal } from "./paper-decimal.ts";
import { bindContext, readScope } from "./read-context.ts";

/** More: `TABLEWRIGHT_DECIMALS=20000 npm test -- conformance/decimals` prints what was compared. */
const asked = process.env.TABLEWRIGHT_DECIMALS;
const count = Number(asked ?? 700);
const cases = decimalCases(count, 20_261_122);
const timeout = 3_600_000;

const columns = { A: "Price", B: "Price", C: "Decimal", P: "Percent" };
const scope: Scope = { table: "Rows", tables: { Rows: { key: "A", columns } } };
const read = readScope(scope);
const rows = cases.map(({ A, B, C, P }) => [A, B, C, P]);
const { request } = bindContext(read, { tables: { Rows: [] }, limits: { fuel: 1e12, milliseconds: 1e9 } });
const constants = 60;
const operations = [
  { operator: "+", onPaper: (a: PaperDecimal, b: PaperDecimal) => a.plus(b) },
  { operator: "-", onPaper: (a: PaperDecimal, b: PaperDecimal) => a.minus(b) },
  { operator: "*", onPaper: (a: PaperDecimal, b: PaperDecimal) => a.times(b) },
];
const comparisons: readonly (readonly [string, (a: number, b: number) => boolean])[] = [
  ["=", (a, b) => a === b],
  ["<>", (a, b) => a !== b],
  ["<", (a, b) => a < b],
  ["<=", (a, b) => a <= b],
  [">", (a, b) => a > b],
  [">=", (a, b) => a >= b],
];
const formulas = Object.entries(decimalFormulas).map(([name, { source }]) => ({ name, source }));

test.each([
  ["1000.10 - 1000", 0.1],
  ["[A] - [B]", 0.1],
  ["[A] - [B] = 0.1", true],
  ["1000.1 - 1000 = 0.1", true],
  ["0.1 + 0.2 = 0.3", true],
  ["29.95 * (1 - 0.1)", 26.955],
  ["-(0.1 + 0.2)", -0.3],
  ["CEILING((1000.1 - 1000) * 100)", 10],
  ["ROUND((1000.15 - 1000) * 10.0)", 2],
  ["SUM(LIST(1000.1, -1000))", 0.1],
  ["STDEVP(LIST(1000.1, 1000))", 0.05],
  ["MOD(1000.1 - 1000, 0.1)", 0],
  ["(1000.1 - 1000) % 0.03", 0.01],
  ["[A] / 1.0 - [B]", 0.1],
  ['("001:00:00" * 1000.1 - "1000:00:00") = "000:06:00"', true],
  // The 15th digit of a quotient is that of the exact one.
  ['"" & (3106.03 / 767)', "4.04958279009126"],
  ["13 / 300.005 = 0.0433326111231479", true],
  ["10 / 3.0 * 3", 10],
  ["AVERAGE(LIST(3106.03, 0))", 1553.015],
  // Halves of the 15th digit go away from zero.
  ["100000000000000 + 0.5", 100000000000001],
  ["-100000000000000 - 0.5", -100000000000001],
  ["0.999999999999995 + 1.0", 2],
  ["0.0000001 * 0.00000012", 0.000000000000012],
  ["9007199254740991 - 0.4", 9007199254740991],
])("%s is %s", (source, answer) => {
  const context = { row: { A: 1000.1, B: 1000, C: 0, P: 0 } };
  expect(compile(source, scope).evaluate(context)).toBe(answer);
});

describe("what is computed is what is computed on paper", () => {
  test.each(formulas)(
    "$source, by the reference evaluator and by closures",
    ({ name, source }) => {
      const expression = checked(source);
      for (const [at, one] of cases.entries()) {
        const row = rows[at] as readonly number[];
        const said = `${source} of ${JSON.stringify(one)}`;
        expect(evaluateReference(expression, row, request), said).toBe(one.answers[name]);
        expect(evaluateRow(expression, row, request), said).toBe(one.answers[name]);
      }
      report(`${source}: ${cases.length} cases by reference and by closures, 0 differences`);
    },
    timeout,
  );

  test.each(operations)(
    "[A] $operator [B] and [A] $operator [P] beside constants",
    ({ operator, onPaper }) => {
      let compared = 0;
      for (const name of ["B", "P"] as const) {
        const results = cases.map((one) =>
          onPaper(PaperDecimal.of(one.A), PaperDecimal.of(one[name])).rounded().toNumber(),
        );
        for (let at = 0; at < constants; at++) {
          const constant = results[(at * 97) % results.length] as number;
          if (Math.abs(constant) >= 1e15) continue; // no number that can be written
          const [sign, holds] = comparisons[at % comparisons.length] as (typeof comparisons)[number];
          const source = `[A] ${operator} [${name}] ${sign} ${writePlainNumber(constant)}`;
          const expression = checked(source);
          const meant = results.flatMap((result, position) => (holds(result, constant) ? [position] : []));
          const closure = rowEvaluatorIn(expression, request);
          expect(
            rows.flatMap((row, position) => (closure(row) === true ? [position] : [])),
            source,
          ).toEqual(meant);
          compared += rows.length;
        }
      }
      report(`[A] ${operator} beside constants: ${compared} comparisons, 0 differences`);
    },
    timeout,
  );

  test(
    "sums of a hundred, in any order",
    () => {
      for (let at = 0; at < count; at++) {
        const addends = Array.from({ length: 100 }, (_, place) => {
          const one = cases[(at * 31 + place * (1 + (at % 7))) % cases.length] as DecimalCase;
          return place % 2 === 0 ? one.A : one.B;
        });
        const sum = addends
          .map(PaperDecimal.of)
          .reduce((total, one) => total.plus(one))
          .rounded()
          .toNumber();
        expect(exactSum(addends)).toBe(sum);
        expect(exactSum(addends.toSorted((a, b) => a - b))).toBe(sum);
      }
      report(`SUM of 100: ${count} cases, 0 differences`);
    },
    timeout,
  );
});

function checked(source: string): CheckedExpression {
  const { output } = check(source, read);
  if (output === undefined) throw new Error(`${source} has errors.`);
  return output;
}

function report(line: string): void {
  if (asked !== undefined) process.stdout.write(`${line}\n`);
}

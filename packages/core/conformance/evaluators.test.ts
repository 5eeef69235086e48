import fc from "fast-check";
import { expect, test } from "vitest";
import { check } from "../src/expression/check/check.ts";
import { evaluateReference } from "../src/expression/evaluate/evaluate-reference.ts";
import {
  allFunctions,
  type CheckedExpression,
  EvaluationError,
  evaluateRow,
  everyTable,
  typeName,
} from "../src/expression/parts.ts";
import { isWholeNumber, type Type, valueFamilyOf } from "../src/expression/tree/type.ts";
import { FIRST_DAY, LAST_DAY, SECONDS_PER_DAY, type Value } from "../src/values/index.ts";
import { arbitraryExpression, calledFunctions, scanningFunctions } from "./arbitrary-expression.ts";
import { expectSame } from "./expect-same.ts";
import { type ItemsRow, itemsCall, itemsRows, itemsScope } from "./items-table.ts";
import { type BoundContext, bindContext, readScope } from "./read-context.ts";

/** More, with other seeds: `TABLEWRIGHT_EXPRESSIONS=1000000 npm test -- conformance/evaluators`. */
const asked = process.env.TABLEWRIGHT_EXPRESSIONS;
const count = Number(asked ?? 600);
const seed = asked === undefined ? 20_261_121 : Math.floor(Math.random() * 1e9);
if (asked !== undefined) process.stdout.write(`seed ${seed}\n`);
const timeout = 3_600_000;

const scopes = (["consistent", "legacy"] as const).map((blanks) => readScope({ ...itemsScope, blanks }));

test(
  "the compiled expression gives what the reference evaluator gives",
  () => {
    let checked = 0;
    const compare = (
      expression: CheckedExpression,
      rows: readonly ItemsRow[],
      at: number,
      blanks: number,
    ) => {
      checked += 1;
      const answer = outcome(() => evaluateOn(evaluateRow, expression, bind(rows, at, blanks)));
      const meant = outcome(() => evaluateOn(evaluateReference, expression, bind(rows, at, blanks)));
      if (isPassedOver(answer, meant, expression.source)) return;
      expectSame(answer, meant);
      if (!("value" in answer) || hasFormOf(answer.value, expression.type)) return;
      expect.fail(`${JSON.stringify(answer.value)} as ${typeName(expression.type, everyTable)}`);
    };
    runOn(arbitraryExpression(), compare, count);
    expect(checked / count, "most random expressions check").toBeGreaterThan(0.8);
  },
  timeout,
);

test.each([
  'TOP(ORDERBY(Items[ID], INPUT("word", [At])), [M] + [M])',
  "TOP(ORDERBY(Items[ID], [M] + [M]), 0)",
])("the first error is that of ORDERBY, which comes before TOP: %s", (source) => {
  const { output } = check(source, scopes[0] as (typeof scopes)[number]);
  const [rows = []] = fc.sample(itemsRows(), { numRuns: 1, seed: 1 });
  const large = rows.map((row) => ({ ...row, M: Number.MAX_SAFE_INTEGER }));
  const run = (evaluate: Parameters<typeof evaluateOn>[0]) =>
    outcome(() => evaluateOn(evaluate, output as CheckedExpression, bind(large, 0, 0)));
  const meant = run(evaluateReference);
  expect(meant).toHaveProperty("error");
  expect(run(evaluateRow)).toEqual(meant);
});

test("every function takes part", () => {
  const openResults = ["USERSETTINGS"];
  const covered = new Set([...calledFunctions, ...scanningFunctions, ...openResults]);
  expect(
    allFunctions.map(({ name }) => name).filter((name) => !covered.has(name)),
    "Say in learn-signatures.ts which words these functions take, or in arbitrary-expression.ts how they are called.",
  ).toEqual([]);
});

type Compare = (expression: CheckedExpression, rows: readonly ItemsRow[], at: number, blanks: number) => void;

/** Compares evaluators on each expression that checks, about one row of a table, in one of the two blank modes. */
function runOn(sources: fc.Arbitrary<string>, compare: Compare, runs: number): void {
  const property = fc.property(
    sources,
    itemsRows(),
    fc.nat({ max: 5 }),
    fc.nat({ max: 1 }),
    (source, rows, at, blanks) => {
      const { output } = check(source, scopes[blanks] as (typeof scopes)[number]);
      if (output !== undefined) compare(output, rows, at % rows.length, blanks);
    },
  );
  fc.assert(property, { numRuns: Math.floor(runs), seed });
}

function bind(rows: readonly ItemsRow[], at: number, blanks: number): BoundContext {
  return bindContext(scopes[blanks] as (typeof scopes)[number], {
    tables: { Items: rows },
    row: { ...rows[at], _RowNumber: at + 1 },
    before: rows[(at + 1) % rows.length] ?? {},
    ...itemsCall,
  });
}

function evaluateOn(
  evaluate: typeof evaluateRow | typeof evaluateReference,
  expression: CheckedExpression,
  { row, before, request }: BoundContext,
): Value {
  return evaluate(expression, row, request, before);
}

type Outcome = { readonly value: Value } | { readonly error: string };

function outcome(run: () => Value): Outcome {
  try {
    return { value: run() };
  } catch (thrown) {
    if (!(thrown instanceof EvaluationError)) throw thrown;
    return { error: thrown.code };
  }
}

/** What a limit stops depends on the steps taken, and an error on a row that an index passes over need not be met. */
function isPassedOver(answer: Outcome, meant: Outcome, source: string): boolean {
  const errors = [answer, meant].flatMap((one) => ("error" in one ? [one.error] : []));
  if (errors.some((error) => error.startsWith("limit/"))) return true;
  return (
    "value" in answer && "error" in meant && scanningFunctions.some((name) => source.includes(`${name}(`))
  );
}

/** Whether a value is one that an expression of the type may give: what leaves an evaluator must always be. */
function hasFormOf(value: Value, type: Type): boolean {
  if (type.kind === "List") return Array.isArray(value) && value.every((item) => hasFormOf(item, type.item));
  if (value === null || type.kind === "Any") return true;
  switch (valueFamilyOf(type)) {
    case "number":
      return isWholeNumber(type) ? Number.isSafeInteger(value) : Number.isFinite(value);
    case "yes/no":
      return typeof value === "boolean";
    case "date":
      return isWithin(value, FIRST_DAY, LAST_DAY);
    case "time":
      return isWithin(value, 0, SECONDS_PER_DAY - 1);
    case "datetime":
      return isWithin(value, FIRST_DAY * SECONDS_PER_DAY, (LAST_DAY + 1) * SECONDS_PER_DAY - 1);
    case "duration":
      return Number.isSafeInteger(value);
    default:
      return typeof value === "string" && value !== "";
  }
}

function isWithin(value: Value, first: number, last: number): boolean {
  return Number.isInteger(value) && (value as number) >= first && (value as number) <= last;
}

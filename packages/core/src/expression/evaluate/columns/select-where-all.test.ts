import fc from "fast-check";
import { expect, test } from "vitest";
import type { Value } from "../../../values/index.ts";
import { check } from "../../check/check.ts";
import { readScope } from "../../context/read-scope.ts";
import { EvaluationError } from "../../runtime/evaluation-error.ts";
import { Meter } from "../../runtime/meter.ts";
import type { RequestContext } from "../../runtime/request-context.ts";
import { atOnce } from "../../runtime/steps.ts";
import type { CheckedExpression } from "../../tree/checked-expression.ts";
import { evaluateRow } from "../evaluate-row.ts";
import { ColumnTable } from "./column-table.ts";
import { selectWhereAll } from "./select-where-all.ts";

const scope = readScope({ columns: { Whole: "Number", Name: "Text", Open: "Yes/No" } });

const row = fc.tuple<Value[]>(
  fc.option(fc.constantFrom(-1, 0, 1, 7, 9_007_199_254_740_991), { freq: 4 }),
  fc.option(fc.constantFrom("a", "A", "Zoë"), { freq: 4 }),
  fc.option(fc.boolean(), { freq: 4 }),
);

/** The third and fourth fail on the largest number, at different places. */
const conditions = fc.array(
  fc
    .constantFrom(
      "[Whole] < 8",
      "[Open]",
      "[Whole] + [Whole] > 0",
      "[Whole] * 3 + 1 < 100",
      'CONTAINS([Name], "A")',
      "IF([Open], [Whole] * 2 > 1, TRUE)",
      "NOT([Open])",
    )
    .map((source) => check(source, scope).output as CheckedExpression),
  { maxLength: 4 },
);

test("keeps the rows, or fails with the error, of trying the conditions in order on one row after the other", () => {
  let errors = 0;
  fc.assert(
    fc.property(
      conditions,
      fc.array(fc.array(row, { maxLength: 20 }), { maxLength: 3 }),
      (conditions, tables) => {
        const select = selectWhereAll(conditions, context());
        for (const rows of tables) {
          const table = new ColumnTable(rows);
          const expected = attempt(() =>
            rows.flatMap((one, at) =>
              conditions.every((condition) => evaluateRow(condition, one, context()) === true) ? [at] : [],
            ),
          );
          if (!Array.isArray(expected)) errors += 1;
          expect([1, 2].map(() => attempt(() => [...atOnce(select(table))]))).toEqual([expected, expected]);
        }
      },
    ),
    { numRuns: 1_000 },
  );
  expect(errors, "Some of the generated conditions fail.").toBeGreaterThan(50);
});

function attempt(run: () => readonly number[]): unknown {
  try {
    return run();
  } catch (thrown) {
    if (!(thrown instanceof EvaluationError)) throw thrown;
    return { error: thrown.code, place: thrown.place };
  }
}

function context(): RequestContext {
  return { meter: new Meter(), locale: "en-US" } as RequestContext;
}

/** Tests that compare the answers of whatever serves an example with what is expected of its rows. */
import { expect, test } from "vitest";
import { readAmount, sumAmounts, writeAmount } from "./exact-amount.ts";
import type { ExpectedAnswers } from "./expected-answers.ts";

type Row = Readonly<Record<string, unknown>>;

/** The rows of a table: all of them, or those of a Selector. */
type Find = (table: string, selector?: string) => Promise<readonly Row[]>;

/** Counts, sums and Finds, exact to the last digit. */
export function describeFigures(expected: ExpectedAnswers, find: Find): void {
  test.each(Object.entries(expected.rowCounts))("%s has %i rows", async (table, count) => {
    expect(await find(table)).toHaveLength(count);
  });

  test.each(expected.sums)("$column of $table come to $sum", async ({ table, column, sum }) => {
    expect(sumOf(await find(table), column)).toBe(sum);
  });

  test.each(expected.finds)("$title", async ({ table, selector, count, key, keys, column, values, sum }) => {
    const rows = await find(table, selector);
    expect(rows).toHaveLength(count);
    if (keys !== undefined) expect(rows.map((row) => row[String(key)])).toEqual(keys);
    if (values !== undefined) expect(rows.map((row) => row[String(column)])).toEqual(values);
    if (sum !== undefined) expect(sumOf(rows, String(column))).toBe(sum);
  });
}

/** Whole rows of a `find` that answers in the form of the specification. */
export function describeWholeRows(expected: ExpectedAnswers, find: Find): void {
  test.each(Object.entries(expected.wholeRows))("whole rows of %s as specified", async (table, some) => {
    const rows = await find(table);
    for (const row of some) {
      const answer = rows[row._RowNumber - 1] ?? {};
      expect(answer).toMatchObject(row);
      expect(Object.keys(answer)[0]).toBe("_RowNumber");
    }
  });
}

function sumOf(rows: readonly Row[], column: string): string {
  return writeAmount(sumAmounts(rows.map((row) => readAmount(String(row[column])))));
}

import { expect, test } from "vitest";
import { sql, sqlName, sqlParameter } from "../fragments/sql-fragment.ts";
import type { RowsInView } from "./rows-in-view.ts";
import { type WindowParts, windowStatement } from "./window-statement.ts";

const spelling = { placeholder: () => "?", quoteName: (name: string) => `"${name}"` };
const slot = sqlName("t", "slot");
const parts: Omit<WindowParts, "inView"> = {
  read: [sql`${sqlName("t", "a")} + ${sqlParameter(7)}`, slot],
  slot,
  tests: [sql`${sqlName("t", "a")} = ${sqlParameter("caller's")}`],
  order: [{ sql: sql`${sqlName("t", "b")} + ${sqlParameter(8)}`, descending: true }],
  limit: 3,
};

const whole: RowsInView = { from: sql`"T" as "t"`, isFenced: false };
const fenced: RowsInView = {
  from: sql`(…) as "t"`,
  within: (isOurs) =>
    sql`(select * from "T" as "t" where ${isOurs} and f = ${sqlParameter("filter's")}) as "t"`,
  isFenced: true,
};

test("the window stands beside the tests", () => {
  const { text, values } = windowStatement({ ...parts, inView: whole }, spelling).within(10, 20);
  expect(text).toContain('from "T" as "t" where "t"."slot" > ? and "t"."slot" <= ? and "t"."a" = ? order by');
  expect(values).toEqual([8, 7, 10, 20, "caller's", 8, 3]);
});

test("the window stands inside a fence, and what a caller wrote outside", () => {
  const { text, values } = windowStatement({ ...parts, inView: fenced }, spelling).within(10, 20);
  expect(text).toContain(
    'from (select * from "T" as "t" where "t"."slot" > ? and "t"."slot" <= ? and f = ?) as "t" where "t"."a" = ? order by',
  );
  expect(values).toEqual([8, 7, 10, 20, "filter's", "caller's", 8, 3]);
});

test("behind a fence there may be no tests", () => {
  const { text } = windowStatement({ ...parts, tests: [], inView: fenced }, spelling).within(0, 1);
  expect(text).toContain('as "t" order by');
});

import { expect, test } from "vitest";
import { readSqlValue, writeSqlValue } from "./sql-value.ts";

test.each(["a\0", "\0", "\ud800", "a\udc00b", "\ud83d"])(
  "%j is refused as a text, and kept in a list",
  (text) => {
    expect(() => writeSqlValue(text, "text")).toThrow(RangeError);
    const stored = String(writeSqlValue([text], "json"));
    expect(stored.isWellFormed() && !stored.includes("\0")).toBe(true);
    expect(JSON.parse(stored)).toEqual([text]);
  },
);

const [firstDay, lastDay] = [-719_162, 2_932_896];

test("every day of the calendar comes back as it went in", () => {
  const days = Array.from({ length: Math.ceil((lastDay - firstDay) / 13) }, (_, at) => firstDay + at * 13);
  expect(days.filter((day) => readSqlValue(writeSqlValue(day, "date"), "date") !== day)).toEqual([]);
});

test.each([
  ["date", firstDay, "0001-01-01"],
  ["date", 11_016, "2000-02-29"],
  ["date", lastDay, "9999-12-31"],
  ["time", 0, "00:00:00"],
  ["time", 86_399, "23:59:59"],
  ["datetime", firstDay * 86_400, "0001-01-01T00:00:00"],
  ["datetime", -1, "1969-12-31T23:59:59"],
  ["datetime", lastDay * 86_400 + 86_399, "9999-12-31T23:59:59"],
] as const)("the %s %d is kept as %s", (form, value, text) => {
  expect([writeSqlValue(value, form), readSqlValue(text, form)]).toEqual([text, value]);
});

test.each([
  ["date", [0.5, firstDay - 1, lastDay + 1, Number.NaN, 1e300]],
  ["time", [-1, 86_400, 0.5]],
  ["datetime", [0.5]],
] as const)("a %s that a column cannot keep exactly is not written", (form, values) => {
  for (const value of values) expect(() => writeSqlValue(value, form)).toThrow(RangeError);
});

test.each([
  ["date", ["2024-02-30", "2024-2-30", "2024-13-01", "2024/01/01", "yesterday!", ""]],
  ["time", ["24:00:00", "1:02:03", "01.02.03"]],
  ["datetime", ["2024-01-01 00:00:00", "2024-01-01T00:00"]],
] as const)("what others have put into a %s is not misread", (form, texts) => {
  for (const text of texts) expect(() => readSqlValue(text, form)).toThrow(RangeError);
});

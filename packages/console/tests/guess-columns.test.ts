import { expect, test } from "vitest";
import { guessColumns } from "../src/page/import/guess-columns.ts";

const COLUMNS = ["Order", "Last Name", "Due Date", "Größe", "A B", "AB"];

test.each<readonly [string, readonly string[], readonly (string | undefined)[]]>([
  ["the same names", ["Order", "Due Date"], ["Order", "Due Date"]],
  ["case, blanks and signs", ["ORDER", "last_name", "due-date"], ["Order", "Last Name", "Due Date"]],
  ["accents", ["grosse", "GRÖẞE"], [undefined, "Größe"]],
  ["two that differ in blanks alone", ["A B", "AB", "a-b"], ["A B", "AB", undefined]],
  ["a column once, and its own name first", ["order", "Order", "Order"], [undefined, "Order", undefined]],
  ["other names, and none", ["Surname", ""], [undefined, undefined]],
  [
    "what a file of refused rows tells",
    ["_Row", "_Column", "_Reason", "Order"],
    [undefined, undefined, undefined, "Order"],
  ],
])("%s", (_, headers, columns) => {
  expect(guessColumns(headers, COLUMNS)).toEqual(columns);
});

test("a header without letters is no column without letters", () => {
  expect(guessColumns(["", "?"], ["!"])).toEqual([undefined, undefined]);
});

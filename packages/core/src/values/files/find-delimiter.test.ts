import { expect, test } from "vitest";
import { findDelimiter } from "./find-delimiter.ts";

test.each([
  ["a,b,c\n1;2;3;4;5", ","],
  ["a;b\r\n1,5;2,5", ";"],
  ["a\tb", "\t"],
  ['"a,b,c";d', ";"],
  ["\uFEFF\r\n\r\na;b", ";"],
  ["a", ","],
  ["", ","],
])("%j is separated by %j", (text, delimiter) => {
  expect(findDelimiter(text)).toBe(delimiter);
});

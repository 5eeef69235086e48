import { expect, test } from "vitest";
import { unusedName } from "./table-layout.ts";

test.each([
  ["Things", [], "Things"],
  ["things", ["Things", "Other"], "things~2"],
  ["THINGS", ["Things", "things~2"], "THINGS~3"],
  ["SQLite_sequence", [], "_SQLite_sequence"],
  ["tablewright_tables", ["tablewright_tables"], "_tablewright_tables"],
])("%s beside %j is %s", (name, taken, free) => {
  expect(unusedName(name, taken)).toBe(free);
});

test.each([
  ["a name", [], 6, "a name"],
  ["a name", [], 5, "a nam"],
  ["äöü", [], 5, "äö"],
  ["🚢🚢", [], 7, "🚢"],
  ["🚢🚢", ["🚢"], 7, "🚢~2"],
  ["long name", ["long n", "long~2"], 6, "long~3"],
])("%s beside %j in %d bytes is %s", (name, taken, longest, free) => {
  expect(unusedName(name, taken, { longest })).toBe(free);
});

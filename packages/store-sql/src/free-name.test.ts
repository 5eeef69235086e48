import { expect, test } from "vitest";
import { freeName } from "./free-name.ts";

test.each([
  ["Things", [], "Things"],
  ["things", ["Things", "Other"], "things~2"],
  ["THINGS", ["Things", "things~2"], "THINGS~3"],
  ["SQLite_sequence", [], "_SQLite_sequence"],
  ["tablewright_tables", ["tablewright_tables"], "_tablewright_tables"],
])("%s beside %j is %s", (name, taken, free) => {
  expect(freeName(name, taken)).toBe(free);
});

import { expect, test } from "vitest";
import { refKeys } from "../src/page/api/ref-keys.ts";

const columns = [
  { name: "Id", json: "integer" },
  { name: "Boss", json: "integer", table: "People" },
  { name: "Team", json: "array", table: "People" },
  { name: "Place", json: "string", table: "Places" },
] as const;

test.each([
  [false, ["7"]],
  [true, ["7", "8", "9"]],
])("the keys of Refs, and those of lists where they are asked for: %s", (withLists, people) => {
  const rows = [
    { Id: 1, Boss: 7, Team: [8, 9, 8], Place: "a" },
    { Id: 2, Boss: null, Team: [], Place: "" },
  ];
  const keys = refKeys(columns, rows, withLists);
  expect([...(keys.get("People") ?? [])]).toEqual(people);
  expect(keys.get("Places")?.has("a")).toBe(true);
});

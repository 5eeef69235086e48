import { Meter, type StoredTable } from "@tablewright/core/storage";
import { expect, test } from "vitest";
import { InMemoryVersion } from "./in-memory-version.ts";
import { TableVersion } from "./table-version.ts";

const table: StoredTable = {
  name: "T",
  columns: [
    { name: "Id", kind: "integer", family: "number", indexed: false },
    { name: "Group", kind: "integer", family: "number", indexed: true },
    { name: "City", kind: "text", family: "text", indexed: false },
  ],
  key: [0],
  rowNumbers: "position",
};

function rowsInMemory(count: number): InMemoryVersion {
  const version = TableVersion.empty(table);
  version.insert(Array.from({ length: count }, (_, at) => [at, at % 5, `city ${at % 50}`]));
  return new InMemoryVersion(version);
}

test("a column without an index is indexed with pauses, and answers as it does without", () => {
  const rows = rowsInMemory(5_000);
  const expected = rowsInMemory(5_000).matching(2, "text", "CITY 7");
  expect(expected).toHaveLength(100);
  expect([rows.isIndexed(1, "number"), rows.isIndexed(2, "text")]).toEqual([true, false]);
  const meter = new Meter(undefined, undefined, undefined, { isOver: true, pause: async () => {} });
  expect([...rows.index(2, "text", meter)]).toHaveLength(Math.floor(5_000 / 64));
  expect(rows.isIndexed(2, "text")).toBe(true);
  expect(rows.matching(2, "text", "CITY 7")).toEqual(expected);
});

test("few rows need no index", () => {
  expect(rowsInMemory(4_096).isIndexed(2, "text")).toBe(true);
});

test("numbers of rows that an index finds are those of the rows, however often they are read", () => {
  const priced: StoredTable = {
    ...table,
    columns: [...table.columns, { name: "Price", kind: "real", family: "number", indexed: false }],
  };
  const version = TableVersion.empty(priced);
  version.insert(Array.from({ length: 9_000 }, (_, at) => [at, at % 5, "", at % 7 === 0 ? null : at / 4]));
  const rows = new InMemoryVersion(version);
  for (let time = 0; time < 3; time++)
    for (const value of [0, 1, 4, 9])
      expect(rows.matchingNumbers(3, 1, "number", value)).toEqual(
        rows.matching(1, "number", value).map((row) => row[3]),
      );
  expect(rows.matchingNumbers(3, 2, "text", "")).toBeUndefined(); // no index
  expect(rows.matchingNumbers(4, 1, "number", 1)).toBeUndefined(); // no column of the store
  version.delete([[1]]);
  expect(new InMemoryVersion(version).matchingNumbers(3, 1, "number", 1)).toBeUndefined(); // an empty slot
});

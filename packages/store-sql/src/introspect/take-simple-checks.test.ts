import { expect, test } from "vitest";
import type { ColumnDescription, TableDescription, ValueKind } from "./database-description.ts";
import { takeSimpleChecks } from "./simple-checks.ts";

const column = (name: string, kind: ValueKind): ColumnDescription => ({
  ...{ name, kind, databaseType: kind, length: undefined, precision: undefined, scale: undefined },
  ...{ values: undefined, min: undefined, max: undefined, nullable: true, default: undefined },
  ...{ identity: undefined, generated: undefined, isWritable: true, comment: undefined },
});

const table = (...checks: string[]): TableDescription => ({
  ...{ schema: undefined, name: "t", kind: "table", comment: undefined, primaryKey: [], uniques: [] },
  columns: [column("Word", "text"), column("n", "integer"), column("d", "decimal"), column("b", "boolean")],
  ...{ foreignKeys: [], checks, changes: { add: true, edit: true, delete: true } },
});

test.each<[string, string[], Partial<ColumnDescription> | undefined]>([
  ["a list, found in other letters", ["word in ('a', 'b')"], { name: "Word", values: ["a", "b"] }],
  ["two lists", ["Word in ('a', 'b')", "word in ('b', 'c')"], { name: "Word", values: ["b"] }],
  ["a list of whole numbers", ["n in (1, 2)"], { name: "n", values: ["1", "2"] }],
  ["bounds of whole numbers", ["n > 0 and n < 9"], { name: "n", min: 1, max: 8 }],
  ["bounds one after the other", ["n >= 0", "n >= 2"], { name: "n", min: 2, max: undefined }],
  ["bounds of decimals", ["d >= 0.5"], { name: "d", min: 0.5 }],
  ["a list of other numbers", ["n in (1.5)"], undefined],
  ["a bound that is no value itself", ["d > 0"], undefined],
  ["bounds that leave nothing", ["n > 5 and n < 3"], undefined],
  ["bounds of texts", ["word >= 1"], undefined],
  ["a list of others", ["b in (0, 1)"], undefined],
  ["a column that is not there", ["x in (0, 1)"], undefined],
])("%s", (_, checks, said) => {
  const taken = takeSimpleChecks(table(...checks));
  const changed = taken.columns.filter((one) => one.values ?? one.min ?? one.max);
  if (said === undefined) expect([changed, taken.checks]).toEqual([[], checks]);
  else expect([changed, taken.checks]).toEqual([[expect.objectContaining(said)], []]);
});

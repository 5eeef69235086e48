/** Which values of a column an index finds, and by what plan. */
import {
  type FoundRows,
  findAll,
  type InList,
  type PlanExplanation,
  type Row,
  type StoredColumn,
  type StoredTable,
  type Value,
} from "@tablewright/core/storage";
import { testContext } from "@tablewright/store-contract";
import { expect, test } from "vitest";
import { sqliteStore } from "../src/index.ts";
import { temporaryFile } from "./temporary-file.ts";

const columns: readonly StoredColumn[] = [
  { name: "Id", kind: "integer", family: "number", indexed: false },
  { name: "Order", kind: "integer", family: "number", indexed: true },
  { name: "Share", kind: "real", family: "number", indexed: true },
  { name: "Day", kind: "integer", family: "date", indexed: true },
  { name: "Name", kind: "text", family: "text", indexed: true },
  { name: "Note", kind: "integer", family: "number", indexed: false },
];
const things: StoredTable = { name: "Things", columns, key: [0], rowNumbers: "position" };

test.each<[string, number, readonly Value[], readonly number[]]>([
  ["whole numbers", 1, [7, 8, 7], [1, 2, 3]],
  ["a number that is whole to 15 digits", 1, [7 + 1e-15], [1, 2]],
  ["numbers equal to 15 digits", 2, [0.1 + 0.2], [1, 2]],
  ["texts in any case", 4, ["B", "Ä"], [2, 3]],
  ["texts that would end a statement", 4, ["a'", '"]'], []],
  ["a column without an index", 5, [1], [1, 3]],
  ["a great many values", 1, Array.from({ length: 50_000 }, (_, at) => at + 8), [3, 4]],
  ["dates", 3, [20_000], [2]],
  ["a date that no column can keep", 3, [1e9, 20_000.5], []],
  ["blanks", 3, [null, 20_000], [2, 3]],
  ["keys", 0, [3, 1, 99], [1, 3]],
  ["nothing", 1, [], []],
])("%s are found by the index", async (_, column, values, ids) => {
  const { rows } = await findInList(column, values);
  expect(rows.map(([id]) => id)).toEqual(ids);
});

test("values of another family are left to the caller", async () => {
  expect((await find({ column: 1, family: "text", values: ["7"] })).rows).toHaveLength(4);
});

test("rows keep their numbers where others were deleted", async () => {
  expect((await findInList(1, [8], [[1]])).rows.map((row) => row.at(-1))).toEqual([2]);
});

test.each<InList>([
  { column: 0, family: "number", values: [1, 2] },
  { column: 1, family: "number", values: [1, 2] },
  { column: 2, family: "number", values: [0.3, null] },
  { column: 3, family: "date", values: [null, 5] },
  { column: 4, family: "text", values: ["a", null] },
])("a look-up reads no other rows: %j", async (inList) => {
  const { indexes, estimatedRows } = await explain(inList);
  expect(indexes?.[0]).toContain(`Things by ${columns[inList.column]?.name}`);
  expect(estimatedRows).toBeUndefined();
});

function findInList(
  column: number,
  values: readonly Value[],
  deleted: readonly Row[] = [],
): Promise<FoundRows> {
  return find({ column, family: columns[column]?.family ?? "text", values }, deleted);
}

/** What a store of four rows finds, some deleted before. */
async function find(inList: InList, deleted: readonly Row[] = []): Promise<FoundRows> {
  return (await asked(inList, deleted)).found;
}

async function explain(inList: InList): Promise<PlanExplanation> {
  return (await asked(inList, [])).explanation;
}

async function asked(inList: InList, deleted: readonly Row[]) {
  const { file, remove } = temporaryFile();
  const store = sqliteStore(file);
  await store.open([things]);
  await store.write(async (transaction) => {
    await transaction.insert("Things", [
      [1, 7, 0.3, 19_999, "a", 1],
      [2, 7, 0.3, 20_000, "ä", 2],
      [3, 8, 0.31, null, "b", 1],
      [4, 9, null, 20_001, null, null],
    ]);
    await transaction.delete("Things", deleted);
  });
  const plan = { table: "Things", conditions: [], order: [], context: testContext(), inList };
  const answer = await store.read(async (transaction) => ({
    found: await findAll(transaction, plan),
    explanation: (await transaction.explain?.(plan)) as PlanExplanation,
  }));
  await store.close();
  remove();
  return answer;
}

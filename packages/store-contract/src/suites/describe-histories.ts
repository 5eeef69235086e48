import type { Row, Store, StoredTable } from "@tablewright/core/storage";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { randomRuns } from "../random-runs.ts";
import { getRows, readRows } from "../read-rows.ts";
import { type MakeStore, withStore } from "../store-under-test.ts";
import { people, stablePeople } from "../tables/small-tables.ts";

/** Random histories of transactions, held against a list of rows that is kept in the plainest way. */
export function describeHistories(make: MakeStore): void {
  describe("histories", () => {
    test.each([
      ["positions", people],
      ["stable row numbers", stablePeople],
    ])("any transactions leave what they should, with %s", (_, table) =>
      withStore(make, [table], async (store) => {
        await fc.assert(
          fc.asyncProperty(fc.array(transactionOf, { maxLength: 8 }), async (transactions) => {
            await expectSameAsModel(store, table, transactions);
          }),
          { numRuns: randomRuns(32) },
        );
      }),
    );
  });
}

const ids = ["a", "b", "c", "d", "e", "f", "g", "h"];
const idsOf = fc.array(fc.constantFrom(...ids), { maxLength: 6 });
const rowsOf = fc.array(fc.tuple(fc.constantFrom(...ids), fc.integer({ min: 0, max: 99 })), { maxLength: 6 });

type Step =
  | { readonly op: "insert" | "update"; readonly rows: readonly (readonly [string, number])[] }
  | { readonly op: "delete"; readonly ids: readonly string[] };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ op: fc.constantFrom("insert" as const, "update" as const), rows: rowsOf }),
  fc.record({ op: fc.constant("delete" as const), ids: idsOf }),
);

const transactionOf = fc.record({
  commits: fc.oneof(
    { weight: 3, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  ),
  steps: fc.array(step, { maxLength: 5 }),
});

/** What should be stored; `highest` is the highest row number since the table was made. */
interface Model {
  rows: readonly Row[];
  highest: number;
}

async function expectSameAsModel(
  store: Store,
  table: StoredTable,
  transactions: readonly { readonly commits: boolean; readonly steps: readonly Step[] }[],
): Promise<void> {
  let model = await emptyModel(store, table);
  for (const { commits, steps } of transactions) {
    let next = { ...model };
    const work = store.write(async (transaction) => {
      next = { ...model };
      for (const one of steps) {
        if (one.op === "delete") {
          await transaction.delete(
            "People",
            one.ids.map((id) => [id]),
          );
          next.rows = renumber(
            next.rows.filter(([id]) => !one.ids.includes(id as string)),
            table,
          );
        } else if (one.op === "insert") {
          const outcome = await transaction.insert("People", one.rows.map(toRow));
          if (table.rowNumbers === "stable") leaveOut(next, outcome.rows);
          expect(outcome).toEqual(insertInto(next, one.rows.map(toRow), table));
        } else {
          const existing = new Map(one.rows.filter(([id]) => next.rows.some((row) => row[0] === id)));
          await transaction.update("People", [...existing].map(toRow));
          next.rows = next.rows.map((row) => replaced(row, existing));
        }
      }
      if (!commits) throw new Error("on purpose");
    });
    await (commits ? work : expect(work).rejects.toThrow("on purpose"));
    if (commits) model = next;
    expect(await readRows(store, "People")).toEqual(model.rows);
    const byKey = ids.map((id) => model.rows.find((row) => row[0] === id));
    expect(
      await getRows(
        store,
        "People",
        ids.map((id) => [id]),
      ),
    ).toEqual(byKey);
  }
}

/** Empties the table and finds out how far its row numbers have come. */
async function emptyModel(store: Store, table: StoredTable): Promise<Model> {
  await store.write((transaction) =>
    transaction.delete(
      "People",
      ids.map((id) => [id]),
    ),
  );
  const { rows } = await store.write((transaction) => transaction.insert("People", [["a"]]));
  await store.write((transaction) => transaction.delete("People", [["a"]]));
  return { rows: [], highest: table.rowNumbers === "stable" ? Number(rows[0]?.at(-1)) : 0 };
}

/** Numbers that a rollback has used up are left out; none is given twice. */
function leaveOut(model: Model, [first]: readonly Row[]): void {
  model.highest = Math.max(model.highest, Number(first?.at(-1) ?? 0) - 1);
}

function insertInto(model: Model, rows: readonly Row[], table: StoredTable) {
  const duplicates = [...rows.keys()].filter((at) => {
    const id = rows[at]?.[0];
    return [...model.rows, ...rows.slice(0, at)].some((row) => row[0] === id);
  });
  if (duplicates.length > 0) return { rows: [], duplicates };
  const start = table.rowNumbers === "stable" ? model.highest : model.rows.length;
  const inserted = rows.map((row, at) => [...row, start + at + 1]);
  model.rows = [...model.rows, ...inserted];
  model.highest = start + rows.length;
  return { rows: inserted, duplicates };
}

function renumber(rows: readonly Row[], table: StoredTable): readonly Row[] {
  return table.rowNumbers === "stable" ? rows : rows.map((row, at) => [...row.slice(0, -1), at + 1]);
}

function replaced(row: Row, ages: ReadonlyMap<string, number>): Row {
  const age = ages.get(row[0] as string);
  return age === undefined ? row : [...toRow([row[0] as string, age]), row.at(-1) as number];
}

function toRow([id, age]: readonly [string, number]): Row {
  return [id, `Name of ${id}`, age % 2 === 0 ? null : "Red", age];
}

/** Row numbers where another process has changed the rows before: a read begins with what it saw last, and must not stay with it. */
import { check } from "@tablewright/core/compiler";
import { type FindPlan, findAll, type Store } from "@tablewright/core/storage";
import { testContext } from "@tablewright/store-contract";
import { counters } from "@tablewright/store-contract/histories";
import { describe, expect, test } from "vitest";
import { readScope } from "../../core/conformance/read-context.ts";
import { postgresStore } from "../src/index.ts";
import { server, temporarySchema } from "./temporary-schema.ts";

const scope = readScope({
  table: "Counters",
  tables: { Counters: { key: "Id", columns: { Id: "Text", Count: "Number" } } },
});

const context = testContext();

function numbersTo(last: number): FindPlan {
  const { output, diagnostics } = check(`[_RowNumber] <= ${last}`, scope);
  if (output === undefined) throw new Error(JSON.stringify(diagnostics));
  return { table: "Counters", conditions: [output], order: [], context };
}

describe.skipIf(server === "")("row numbers that another process has moved", () => {
  test("are those of the snapshot, in what is found and in what is explained", () =>
    withTwo(async (one, other) => {
      const ids = ["a", "b", "c", "d", "e"];
      await one.write((transaction) =>
        transaction.insert(
          "Counters",
          ids.map((id) => [id, 0]),
        ),
      );
      expect(await found(one, 2)).toEqual([
        ["a", 1],
        ["b", 2],
      ]);
      await other.write((transaction) => transaction.delete("Counters", [["a"]]));
      expect(await found(one, 2)).toEqual([
        ["b", 1],
        ["c", 2],
      ]);
      await other.write((transaction) => transaction.delete("Counters", [["c"]]));
      expect(await found(one, 2)).toEqual([
        ["b", 1],
        ["d", 2],
      ]);
      expect(await one.read((transaction) => transaction.getByKeys("Counters", [["e"]]))).toEqual([
        ["e", 0, 3],
      ]);
      await other.write(async (transaction) => {
        await transaction.delete("Counters", [["b"]]);
        expect(await foundIn(transaction, 2)).toEqual([
          ["d", 1],
          ["e", 2],
        ]);
      });
      expect(await found(one, 1)).toEqual([["d", 1]]);
    }));

  test("a plan is explained for the snapshot it would be carried out on", () =>
    withTwo(async (one, other) => {
      await one.write((transaction) =>
        transaction.insert("Counters", [
          ["a", 0],
          ["b", 0],
        ]),
      );
      const told = () => one.read(async (transaction) => transaction.explain?.(numbersTo(2)));
      const before = await told();
      await other.write((transaction) => transaction.delete("Counters", [["a"]]));
      const after = await told();
      expect(after).not.toEqual(before);
      expect(await told()).toEqual(after);
      const fresh = await other.read(async (transaction) => transaction.explain?.(numbersTo(2)));
      expect(after).toEqual(fresh);
    }));
});

function found(store: Store, last: number) {
  return store.read((transaction) => foundIn(transaction, last));
}

/** What the store has not tested itself is tested here. */
async function foundIn(transaction: Parameters<typeof findAll>[0], last: number) {
  const { rows } = await findAll(transaction, numbersTo(last));
  return rows.map((row) => [row[0], Number(row.at(-1))] as const).filter(([, number]) => number <= last);
}

/** Two stores as two processes have them. */
async function withTwo(work: (one: Store, other: Store) => Promise<void>): Promise<void> {
  const { options, release } = temporarySchema();
  const one = await postgresStore(options);
  const other = await postgresStore(options);
  try {
    for (const store of [one, other]) await store.open([counters]);
    await work(one, other);
  } finally {
    await one.close();
    await other.close();
    await release();
  }
}

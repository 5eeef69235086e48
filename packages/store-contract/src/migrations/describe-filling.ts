import type { Opening, PartwiseFilling, Row, Store, StoredTable } from "@tablewright/core/storage";
import { expect, test } from "vitest";
import { number, table, text } from "./migration-cases.ts";

/** A database that several processes open; all stores are closed when the test has finished. */
export interface FilledDatabase {
  open(tables: readonly StoredTable[], opening?: Opening): Promise<Store>;
  /** All that lies in it. */
  contents(): Promise<unknown>;
  /** Settles when a writer waits for the part that is filled just now; missing where none does. */
  whenWaiting?(): Promise<unknown>;
}

/** Columns that a new definition adds to tables with rows: filled while others write, and on from where a process ended. */
export function describeFilling(make: () => Promise<FilledDatabase>): void {
  const withRows = async () => {
    const database = await make();
    const store = await database.open([before]);
    const rows = Array.from({ length: ROWS }, (_, at) => [at + 1]);
    await store.write((transaction) => transaction.insert("Things", rows));
    return database;
  };

  test("is filled while others write, with the rows that they add", async () => {
    const { open, whenWaiting } = await withRows();
    const writing = await open([before]);
    const parts: number[] = [];
    let writes: Promise<unknown> = Promise.resolve();
    const store = await open([after], {
      fillInParts: doubling(async (rows) => {
        parts.push(rows.length);
        if (parts.length > 1) return;
        writes = writing
          .write((transaction) => transaction.insert("Things", [[ROWS + 1]]))
          .then(() => writing.write((transaction) => transaction.update("Things", [[1, "changed"]])));
        await (whenWaiting?.() ?? writes);
      }),
    });
    await writes;
    expect(parts.at(-1)).toBe(ROWS + 1 - PAGE);
    expect(await twice(store, [1, ROWS, ROWS + 1])).toEqual([2, 2 * ROWS, 2 * ROWS + 2]);
  });

  test("is filled from where a process ended", async () => {
    const { open } = await withRows();
    const ends = doubling(async (_, at) => {
      if (at === 2) throw new Error("The process has ended.");
    });
    await expect(open([after], { fillInParts: ends })).rejects.toThrow("The process has ended.");
    const first: number[] = [];
    await open([after], {
      fillInParts: doubling(async ([row]) => void first.push(Number(row?.[0]))),
    });
    expect(first).toEqual([PAGE + 1]);
    const store = await open([after], { fillInParts: doubling(() => expect.unreachable()) });
    expect(await twice(store, [1, ROWS])).toEqual([2, 2 * ROWS]);
  });

  test("is removed again when a row cannot be filled", async () => {
    const { contents, open } = await withRows();
    const old = await contents();
    const refusing = {
      ...doubling(),
      fillRows: async (_: unknown, __: unknown, rows: readonly Row[]) =>
        rows.filter(([id]) => Number(id) % PAGE === 0).map(([id]) => `Not ${id}.`),
    };
    await expect(open([after], { fillInParts: refusing })).rejects.toMatchObject({
      code: "server/migration-refused",
      message: `Not ${PAGE}.`,
    });
    expect(await contents()).toEqual(old);
  });

  test("is filled by one of two processes that start together", async () => {
    const { open } = await withRows();
    const parts: number[] = [];
    const counting = () => ({ fillInParts: doubling(async (rows) => void parts.push(rows.length)) });
    await Promise.all([open([after], counting()), open([after], counting())]);
    expect(parts).toEqual([PAGE, ROWS - PAGE]);
  });
}

const PAGE = 2_000;
const ROWS = 2_100;

const before = table("Things", [number("Id"), text("Name")]);
const after = table("Things", [...before.columns, { ...number("Twice"), indexed: true }]);

/** Gives each row twice its Id; `meanwhile` is awaited in each part. */
function doubling(
  meanwhile: (rows: readonly Row[], part: number) => Promise<void> = async () => undefined,
): PartwiseFilling {
  let part = 0;
  return {
    steps: (added) => added,
    fillRows: async (transaction, { table: name }, rows) => {
      part++;
      await meanwhile(rows, part);
      await transaction.update(
        name,
        rows.map((row) => row.with(2, Number(row[0]) * 2)),
      );
      return [];
    },
  };
}

async function twice(store: Store, ids: readonly number[]): Promise<readonly unknown[]> {
  const keys = ids.map((id) => [id]);
  return (await store.read((transaction) => transaction.getByKeys("Things", keys))).map((row) => row?.[2]);
}

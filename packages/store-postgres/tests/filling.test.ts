/** Columns that a new definition adds to tables with rows: filled while others write, and on from where a process ended. */
import type { PartwiseFilling, Row, StoredTable } from "@tablewright/core/storage";
import { describe, expect, test } from "vitest";
import { contentsOf } from "./contents-of.ts";
import { openInSchema } from "./open-in-schema.ts";
import { ask, server } from "./temporary-schema.ts";

describe.skipIf(server === "")("a column that is added to many rows", () => {
  test("is filled while others write, with the rows that they add", async () => {
    const { open, twice } = await withRows();
    const writing = await open([before]);
    const parts: number[] = [];
    await open([after], {
      fillInParts: doubling(async (rows) => {
        parts.push(rows.length);
        if (parts.length > 1) return;
        await writing.write((transaction) => transaction.insert("Things", [[ROWS + 1]]));
        await writing.write((transaction) => transaction.update("Things", [[1, "changed"]]));
      }),
    });
    expect(parts.at(-1)).toBe(ROWS + 1 - PAGE);
    expect(await twice([1, ROWS, ROWS + 1])).toEqual([2, 2 * ROWS, 2 * ROWS + 2]);
  });

  test("is filled from where a process ended", async () => {
    const { open, twice } = await withRows();
    const ends = doubling(async (_, at) => {
      if (at === 2) throw new Error("The process has ended.");
    });
    await expect(open([after], { fillInParts: ends })).rejects.toThrow("The process has ended.");
    const first: number[] = [];
    await open([after], {
      fillInParts: doubling(async ([row]) => void first.push(Number(row?.[0]))),
    });
    expect(first).toEqual([PAGE + 1]);
    expect(await twice([1, ROWS])).toEqual([2, 2 * ROWS]);
    await open([after], { fillInParts: doubling(() => expect.unreachable()) });
  });

  test("is removed again when a row cannot be filled", async () => {
    const { schema, open } = await withRows();
    const contents = () => contentsOf(schema);
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
});

const PAGE = 2_000;
const ROWS = 2_100;

const number = (name: string, indexed = false) =>
  ({ name, kind: "integer", family: "number", indexed }) as const;
const text = (name: string) => ({ name, kind: "text", family: "text", indexed: false }) as const;
const before: StoredTable = {
  name: "Things",
  columns: [number("Id"), text("Name")],
  key: [0],
  rowNumbers: "position",
};
const after: StoredTable = { ...before, columns: [...before.columns, number("Twice", true)] };

/** Gives each row twice its Id; `meanwhile` is awaited in each part. */
function doubling(
  meanwhile: (rows: readonly Row[], part: number) => Promise<void> = async () => undefined,
): PartwiseFilling {
  let part = 0;
  return {
    steps: (added) => added,
    fillRows: async (transaction, { table }, rows) => {
      part++;
      await meanwhile(rows, part);
      await transaction.update(
        table,
        rows.map((row) => row.with(2, Number(row[0]) * 2)),
      );
      return [];
    },
  };
}

async function withRows() {
  const { schema, open } = openInSchema();
  const store = await open([before]);
  const rows = Array.from({ length: ROWS }, (_, at) => [at + 1]);
  await store.write((transaction) => transaction.insert("Things", rows));
  const twice = async (ids: readonly number[]) => {
    const read = await ask(
      `select "Twice"::int as twice from "${schema}"."Things" where "Id" = any($1) order by "Id"`,
      [ids],
    );
    return read.map(({ twice }) => twice);
  };
  return { schema, open, twice };
}

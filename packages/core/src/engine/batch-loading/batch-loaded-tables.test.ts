import { describe, expect, test } from "vitest";
import { defaultLimits, Meter, RequestCache, type Task } from "../../expression/parts.ts";
import { loadDefinition } from "../../schema/index.ts";
import {
  batchOf,
  type FindPlan,
  type InMemoryRows,
  type Row,
  type RowReader,
  rowsByHash,
} from "../../storage/index.ts";
import { BatchLoadedTables } from "./batch-loaded-tables.ts";

const { output: app } = loadDefinition(`
tablewright: 1
app: { id: nodes, name: Nodes }
tables:
  Nodes: { key: [Node], columns: { Node: { type: Number }, Next: { type: Number } } }
`);
if (app === undefined) throw new Error("The definition is wrong.");
const context = { meter: new Meter() } as FindPlan["context"];

/** Rows 0 to 99, each naming the one behind it; counts what is asked. */
function chain() {
  const rows: readonly Row[] = Array.from({ length: 100 }, (_, node) => [node, node + 1, node + 1]);
  const asked: string[] = [];
  const transaction: RowReader = {
    async find({ inList }) {
      asked.push(inList === undefined ? "all" : "column");
      return { batches: batchOf(rows), residual: [], ordered: true, limited: false };
    },
    async getByKeys(_, keys) {
      asked.push("keys");
      return keys.map(([key]) => rows[Number(key)]);
    },
  };
  return { asked, transaction };
}

/** Work that is done in one step. */
function step<T>(work: () => T): () => Task<T> {
  // biome-ignore lint/correctness/useYield: it has nowhere to pause.
  return function* () {
    return work();
  };
}

test("each round reads, for all rows together, what the one before led to", async () => {
  const { asked, transaction } = chain();
  const tables = new BatchLoadedTables(app.tables);
  const nodes = tables.rowsOf("Nodes");
  const next = (node: number) => (nodes.find(node)?.[1] ?? null) as number;
  const work = step(() => [3, 8, 500].map((node) => next(next(node))));
  expect(await tables.run(transaction, context, work)).toEqual([5, 10, null]);
  expect(asked).toEqual(["keys", "keys"]);
  expect(await tables.run(transaction, context, work)).toEqual([5, 10, null]);
  expect(asked).toHaveLength(2);
  tables.clear();
  expect(tables.rowsOf("Nodes").find(3)).toBeUndefined();
});

test("what rows have in common is found once in each round, also while rows are missing", async () => {
  const { asked, transaction } = chain();
  const tables = new BatchLoadedTables(app.tables);
  const kept = new RequestCache();
  const request = { ...context, kept, rowsOf: (name: string) => tables.rowsOf(name) };
  const part = { owner: {}, tables: new Set(["Nodes"]) };
  const searches: number[] = [];
  const commonValue = () => {
    const existing = kept.find(part, request);
    if (existing !== undefined) return existing;
    const { length } = request.rowsOf("Nodes").rows;
    searches.push(length);
    kept.keep(part, request, length);
    return length;
  };
  const work = step(() => Array.from({ length: 20 }, commonValue));
  expect(await tables.run(transaction, request, work)).toEqual(Array(20).fill(100));
  expect(searches).toEqual([0, 100]);
  expect(asked).toEqual(["all"]);
});

test("rows the store was not asked for are not taken for an answer", async () => {
  const { asked, transaction } = chain();
  const tables = new BatchLoadedTables(app.tables);
  const matching = (value: number) => tables.rowsOf("Nodes").matching(1, "number", value);
  const first = await tables.run(
    transaction,
    context,
    step(() => matching(5)),
  );
  expect(first.map(([node]) => node)).toEqual([4]);
  const second = await tables.run(
    transaction,
    context,
    step(() => [...matching(5), ...matching(7)]),
  );
  expect(second.map(([node]) => node)).toEqual([4, 6]);
  expect(asked).toEqual(["column", "column"]);
});

test("work that asks for something else each time ends with the whole table", async () => {
  const { asked, transaction } = chain();
  const tables = new BatchLoadedTables(app.tables);
  let turn = 0;
  const found = await tables.run(
    transaction,
    context,
    step(() => tables.rowsOf("Nodes").find(turn++)?.[0]),
  );
  expect(found).toBe(turn - 1);
  expect(asked.at(-1)).toBe("all");
  expect(asked.length).toBeLessThan(30);
});

describe("an index over 10,000 rows", () => {
  const rows: readonly Row[] = Array.from({ length: 10_000 }, (_, node) => [node, node % 100, node + 1]);
  const reader: RowReader = {
    find: async () => ({ batches: batchOf(rows), residual: [], ordered: true, limited: false }),
    getByKeys: async (_, keys) => keys.map(([key]) => rows[Number(key)]),
  };

  /** Rows in memory without any index to begin with. */
  function inMemory(): InMemoryRows {
    let index: ReadonlyMap<unknown, readonly Row[]> | undefined;
    return {
      rows,
      rowOf: ([key]) => rows[Number(key)],
      matching: (_, __, value) => index?.get(value) ?? rows.filter((row) => row[1] === value),
      isIndexed: () => index !== undefined,
      *index(column, _, meter) {
        index = yield* rowsByHash(rows, (row) => row[column], meter);
      },
    };
  }

  const readsAll: (tables: BatchLoadedTables) => unknown = (tables) => tables.rowsOf("Nodes").rows.length;
  const reads: [string, () => RowReader, (tables: BatchLoadedTables) => unknown, unknown][] = [
    [
      "of rows in memory",
      () => {
        const stored = inMemory();
        return { ...reader, inMemory: () => stored };
      },
      (tables) => tables.rowsOf("Nodes").matching(1, "number", 7).length,
      100,
    ],
    [
      "of a table that was read as a whole",
      () => reader,
      (tables) => readsAll(tables) && tables.rowsOf("Nodes").matching(1, "number", 7).length,
      100,
    ],
    [
      "of its keys",
      () => reader,
      (tables) => readsAll(tables) && tables.rowsOf("Nodes").find(4_711),
      rows[4_711],
    ],
  ];

  test.each(reads)("%s is made with pauses where others wait", async (_, readerOf, read, expected) => {
    let pauses = 0;
    const pause = async () => {
      pauses += 1;
    };
    const meter = new Meter(defaultLimits, undefined, undefined, { isOver: true, pause });
    const tables = new BatchLoadedTables(app.tables);
    const work = step(() => read(tables));
    expect(await tables.run(readerOf(), { ...context, meter }, work)).toEqual(expected);
    expect(pauses).toBe(Math.floor(10_000 / 64));
    expect(await tables.run(readerOf(), { ...context, meter }, work)).toEqual(expected);
    expect(pauses).toBe(Math.floor(10_000 / 64));
  });

  test.each(reads)(
    "%s is made at a stretch where no other call waits",
    async (_, readerOf, read, expected) => {
      const tables = new BatchLoadedTables(app.tables);
      expect(
        await tables.run(
          readerOf(),
          context,
          step(() => read(tables)),
        ),
      ).toEqual(expected);
    },
  );
});

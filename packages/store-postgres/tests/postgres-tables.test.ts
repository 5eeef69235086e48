/** What is particular to PostgreSQL: what is in its tables, and how they change over time. */
import type { Row, Store, StoredTable } from "@tablewright/core/storage";
import { describe, expect, test } from "vitest";
import { type PostgresOptions, postgresStore } from "../src/index.ts";
import { ask, server, temporarySchema } from "./temporary-schema.ts";

const things: StoredTable = {
  name: "Things",
  columns: [
    { name: "Id", kind: "text", family: "text", indexed: false },
    { name: "Day", kind: "integer", family: "date", indexed: true },
    { name: "At", kind: "integer", family: "datetime", indexed: false },
    { name: "Clock", kind: "integer", family: "time", indexed: false },
    { name: "Span", kind: "integer", family: "duration", indexed: false },
    { name: "Flag", kind: "boolean", family: "yes/no", indexed: true },
    { name: "Tags", kind: "json", family: "list", indexed: true },
    { name: "Share", kind: "real", family: "number", indexed: true },
    { name: "Note", kind: "text", family: "text", indexed: true },
  ],
  key: [0],
  rowNumbers: "position",
};

describe.skipIf(server === "")("tables of PostgreSQL", () => {
  test("other programs find columns of the types that they expect, and a primary key", () =>
    withStore(async (store, { schema }) => {
      await store.open([things]);
      await insert(store, [["a", -1, -1, 3_723, -5, true, ["x", 0.1], 0.3, "ä"]]);
      const names = [...things.columns.map(({ name }) => name), "_Slot"];
      const read = names.map((name) => `array[pg_typeof("${name}")::text, "${name}"::text] as "${name}"`);
      expect(await ask(`select ${read.join(", ")} from "${schema}"."Things"`)).toEqual([
        {
          Id: ["text", "a"],
          Day: ["date", "1969-12-31"],
          At: ["timestamp without time zone", "1969-12-31 23:59:59"],
          Clock: ["time without time zone", "01:02:03"],
          Span: ["bigint", "-5"],
          Flag: ["boolean", "true"],
          Tags: ["jsonb", '["x", 0.1]'],
          Share: ["numeric", "0.3"],
          Note: ["text", "ä"],
          _Slot: ["bigint", "1"],
        },
      ]);
      const keys = await ask(
        "select pg_get_constraintdef(oid) as key from pg_constraint where contype = 'p' and conrelid = $1::regclass",
        [`"${schema}"."Things"`],
      );
      expect(keys).toEqual([{ key: 'PRIMARY KEY ("_Slot")' }]);
    }));

  test("numbers and lists of every kind come back as they were, whatever the server's style of dates", () =>
    withStore(
      async (store) => {
        await store.open([things]);
        const rows = hostileRows();
        await insert(store, rows);
        await store.write((transaction) => transaction.update("Things", rows));
        const keys = rows.map(([id]) => [id ?? null]);
        const found = await store.read((transaction) => transaction.getByKeys("Things", keys));
        expect(found).toEqual(rows.map((row, at) => [...row, at + 1]));
      },
      { options: "-c datestyle=german" },
    ));

  test.each([
    ["Day", "infinity", "infinity"],
    ["Day", "20000-01-01", "20000-01-01"],
    ["At", "0044-03-15 10:00:00 BC", "0044-03-15 10:00:00 BC"],
    ["Clock", "24:00:00", "24:00:00"],
    ["Share", "NaN", "NaN"],
    ["Share", `1${"0".repeat(400)}`, `1${"0".repeat(58)}`],
    ["Span", String(2n ** 60n), String(2n ** 60n)],
    ["Tags", "{}", "{}"],
  ])("a value that another program put into %s is an error that names it: %s", (column, value, shown) =>
    withStore(async (store, { schema }) => {
      await store.open([things]);
      await insert(store, [["a"], ["b"]]);
      await ask(`update "${schema}"."Things" set "${column}" = '${value}' where "Id" = 'b'`);
      const read = store.read((transaction) => transaction.getByKeys("Things", [["b"]]));
      const cells = read.then(([row]) => [...(row ?? [])]);
      await expect(cells).rejects.toMatchObject({
        code: "server/unreadable-value",
        table: "Things",
        column,
        key: '"b"',
        value: expect.stringContaining(shown),
      });
      expect(await store.read((transaction) => transaction.getByKeys("Things", [["a"]]))).toHaveLength(1);
    }),
  );

  test("names that are too long, of the system's own, or not told apart are kept under other names", () =>
    withStore(async (store) => {
      const long = "ä".repeat(40);
      const named = (name: string, ...columns: string[]): StoredTable => ({
        name,
        columns: columns.map((one) => ({ name: one, kind: "text", family: "text", indexed: true })),
        key: [0],
        rowNumbers: "position",
      });
      const tables = [
        named("tablewright_store", "xmin", "ctid", "_Slot", "_slot", "tableoid"),
        named("pg_class", "a", "A"),
        named(long, `${long}1`, `${long}2`, `${long}3`),
        named(`${long}2`, long),
        named(`${long}2 by ${long}`, "Id"),
      ];
      await store.open(tables);
      await store.open(tables);
      for (const { name, columns } of tables) {
        const row = columns.map(({ name: column }) => `${column} of ${name}`);
        await store.write((transaction) => transaction.insert(name, [row]));
        const found = await store.read((transaction) => transaction.getByKeys(name, [row.slice(0, 1)]));
        expect(found).toEqual([[...row, 1]]);
      }
    }));

  test("a text of any length fits in a column with an index, and comes back", () =>
    withStore(async (store) => {
      await store.open([things]);
      const long = Array.from({ length: 100_000 }, (_, at) =>
        String.fromCodePoint(0x4e00 + ((at * 7_919) % 20_000)),
      );
      await insert(store, [["a", null, null, null, null, null, null, null, long.join("")]]);
      const [row] = await store.read((transaction) => transaction.getByKeys("Things", [["a"]]));
      expect(row?.[8] === long.join("")).toBe(true);
    }));

  test("an index that somebody has dropped is made again, and none is made twice", () =>
    withStore(async (store, { schema }) => {
      const indexes = async () =>
        (
          await ask("select indexname from pg_indexes where schemaname = $1 and tablename = 'Things'", [
            schema,
          ])
        ).length;
      await store.open([things]);
      expect(await indexes()).toBe(7);
      await ask(`drop index "${schema}"."Things by Id"`);
      await store.open([things]);
      await store.open([things]);
      expect(await indexes()).toBe(7);
      await insert(store, [["a"]]);
      expect((await insert(store, [["a"]])).duplicates).toEqual([0]);
    }));
});

/** The ends of what the columns hold. */
function hostileRows(): readonly Row[] {
  const numbers = [5e-324, 2 ** -1074 * 3, 1.7976931348623157e308, -1e21, 1e15 + 2, 0.1 + 0.2, 1 / 3, 0];
  const lists: Row[number][] = [
    ["a\0", "\ud800", '{"json":"x"}', "\\u0000"],
    [],
    [[1, "\0"], null, true, 1e300],
  ];
  const first = numbers.map((number, at) => [
    `n${at}`,
    -719_162,
    -62_135_596_800,
    0,
    at,
    true,
    null,
    number,
    null,
  ]);
  const last = lists.map((list, at) => [
    `l${at}`,
    2_932_896,
    253_402_300_799,
    86_399,
    null,
    false,
    list,
    null,
    null,
  ]);
  return [...first, ...last];
}

async function withStore(
  work: (store: Store, options: PostgresOptions) => Promise<void>,
  session: PostgresOptions = {},
): Promise<void> {
  const { options, release } = temporarySchema();
  const store = await postgresStore({ ...options, ...session });
  try {
    await work(store, options);
  } finally {
    await store.close();
    await release();
  }
}

function insert(store: Store, rows: readonly Row[]) {
  return store.write((transaction) => transaction.insert("Things", rows));
}

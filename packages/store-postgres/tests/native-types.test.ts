/** Schemas of version 1, which kept dates, times and lists as text and decimals as doubles. */
import type { Row, Store, StoredTable } from "@tablewright/core/storage";
import { Client } from "pg";
import { describe, expect, test } from "vitest";
import { type PostgresOptions, postgresStore } from "../src/index.ts";
import { ask, server, temporarySchema } from "./temporary-schema.ts";

const visits: StoredTable = {
  name: "Visits",
  columns: [
    { name: "Id", kind: "text", family: "text", indexed: false },
    { name: "Day", kind: "integer", family: "date", indexed: true },
    { name: "At", kind: "integer", family: "datetime", indexed: false },
    { name: "Clock", kind: "integer", family: "time", indexed: false },
    { name: "Tags", kind: "json", family: "list", indexed: false },
    { name: "Fee", kind: "real", family: "number", indexed: false },
  ],
  key: [0],
  rowNumbers: "position",
};
const notes: StoredTable = { ...visits, name: "Notes", columns: visits.columns.slice(0, 2) };

const rows: readonly Row[] = [
  ["a", -719_162, -62_135_596_800, 0, ["x\0", "\\u0000"], 5e-324],
  ["b", 2_932_896, 253_402_300_799, 86_399, [], 0.1 + 0.2],
  ["c", null, null, null, null, 1.7976931348623157e308],
];

describe.skipIf(server === "")("a schema of version 1", () => {
  test("gets the types of PostgreSQL when it is opened, and every value stays what it was", () =>
    withOldSchema(async (options) => {
      const { schema } = options;
      const { plan, found } = await withStore(options, async (store) => {
        const plan = await store.planOpen?.([visits]);
        expect(await versionOf(schema)).toBe(1);
        await store.open([visits]);
        expect(await store.planOpen?.([visits])).toEqual(plan?.slice(2));
        const found = await store.read((transaction) =>
          transaction.getByKeys("Visits", [["a"], ["b"], ["c"]]),
        );
        const added = await store.write((transaction) =>
          transaction.insert("Visits", [
            ["d", 0],
            ["a", 1],
          ]),
        );
        expect(added.duplicates).toEqual([1]);
        return { plan, found };
      });
      expect(plan).toEqual([
        { what: "changeTypes", table: "Notes", columns: ["Day"], rows: 1 },
        { what: "changeTypes", table: "Visits", columns: ["Day", "At", "Clock", "Tags", "Fee"], rows: 3 },
        { what: "keepTable", table: "Notes", columns: ["Id", "Day"], rows: 1 },
      ]);
      expect(found).toEqual(rows.map((row, at) => [...row, at + 1]));
      expect(await versionOf(schema)).toBe(3);
      expect(await typesOf(schema)).toEqual(NATIVE);
      const keys = await ask(
        `select count(*)::int as keys from pg_constraint where contype = 'p' and conrelid = any($1::regclass[])`,
        [[`"${schema}"."Visits"`, `"${schema}"."Notes"`]],
      );
      expect(keys).toEqual([{ keys: 2 }]);
    }));

  test("stays as it is while one value does not fit, which is named", () =>
    withOldSchema(async (options) => {
      const { schema } = options;
      await ask(`update "${schema}"."Visits" set "Day" = '2024-02-30' where "Id" = 'b'`);
      await ask(`update "${schema}"."Notes" set "Day" = 'yesterday'`);
      await ask(`update "${schema}"."Visits" set "Fee" = 'NaN', "Tags" = '{' where "Id" = 'c'`);
      const before = await typesOf(schema);
      await withStore(options, async (store) => {
        const plan = await store.planOpen?.([visits]);
        const reasons = plan?.flatMap((step) => (step.what === "refuse" ? [step.reason] : []));
        expect(reasons).toEqual([
          'Table "Notes" has "yesterday" in the column "Day" of the row "a", which cannot be of the type date. Change it there first.',
          'Table "Visits" has "2024-02-30" in the column "Day" of the row "b", which cannot be of the type date. Change it there first.',
          'Table "Visits" has "{" in the column "Tags" of the row "c", which cannot be of the type jsonb. Change it there first.',
          'Table "Visits" has "NaN" in the column "Fee" of the row "c", which cannot be of the type numeric. Change it there first.',
        ]);
        await expect(store.open([visits])).rejects.toMatchObject({
          code: "server/migration-refused",
          message: reasons?.join("\n"),
        });
      });
      expect(await typesOf(schema)).toEqual(before);
      expect(await versionOf(schema)).toBe(1);
    }));

  test("is the old one when the change is broken off in the middle, and is changed by the next", () =>
    withOldSchema(async (options) => {
      const { schema } = options;
      const before = await typesOf(schema);
      const reader = new Client({ connectionString: server });
      await reader.connect();
      await reader.query(`begin; lock table "${schema}"."Visits" in access share mode`);
      await withStore(options, async (store) => {
        const opening = expect(store.open([visits])).rejects.toThrow();
        await endWaiting();
        await reader.query("rollback");
        await opening;
      });
      await reader.end();
      expect(await typesOf(schema)).toEqual(before);
      expect(await versionOf(schema)).toBe(1);
      await withStore(options, (store) => store.open([visits]));
      expect(await typesOf(schema)).toEqual(NATIVE);
    }));

  test("of a later version is refused", () =>
    withOldSchema(async (options) => {
      await ask(`update "${options.schema}".tablewright_store set version = 4`);
      await expect(postgresStore(options)).rejects.toThrow("was made by another version of Tablewright");
      await ask(`update "${options.schema}".tablewright_store set version = 3`);
    }));
});

const NATIVE = [
  { table: "Notes", column: "Day", type: "date" },
  { table: "Visits", column: "At", type: "timestamp(0) without time zone" },
  { table: "Visits", column: "Clock", type: "time(0) without time zone" },
  { table: "Visits", column: "Day", type: "date" },
  { table: "Visits", column: "Fee", type: "numeric" },
  { table: "Visits", column: "Tags", type: "jsonb" },
];

/** The tables as version 1 made them, and their entries in its catalogue. */
async function withOldSchema(work: (options: PostgresOptions) => Promise<void>): Promise<void> {
  const { options, release } = temporarySchema();
  const { schema } = options;
  await withStore(options, async () => undefined);
  const c = 'collate "C"';
  await ask(`
    set search_path to "${schema}";
    update tablewright_store set version = 1;
    create table "Visits" ("Id" text ${c}, "Day" text ${c}, "At" text ${c}, "Clock" text ${c}, "Tags" text ${c},
      "Fee" double precision, "_Slot" bigint not null);
    create index "Visits by _Slot" on "Visits" ("_Slot");
    create unique index "Visits by Id" on "Visits" ("Id");
    create index "Visits by Day" on "Visits" ("Day" nulls first);
    create table "Notes" ("Id" text ${c}, "Day" text ${c}, "_Slot" bigint not null);
    create index "Notes by _Slot" on "Notes" ("_Slot");
    create unique index "Notes by Id" on "Notes" ("Id");
    create index "Notes by Day" on "Notes" ("Day" nulls first);
    insert into "Notes" values ('a', '2026-03-14', 1);
    insert into "Visits" values
      ('a', '0001-01-01', '0001-01-01T00:00:00', '00:00:00', '["x\\u0000","\\\\u0000"]', 5e-324, 1),
      ('b', '9999-12-31', '9999-12-31T23:59:59', '23:59:59', '[]', 0.30000000000000004, 2),
      ('c', null, null, null, null, 1.7976931348623157e308, 3)`);
  for (const { name, columns } of [visits, notes]) {
    const forms: Record<string, string> = {
      Id: "text",
      Day: "date",
      At: "datetime",
      Clock: "time",
      Tags: "json",
      Fee: "real",
    };
    const laidOut = columns.map((column) => ({
      column: column.name,
      name: column.name,
      form: forms[column.name],
    }));
    const key = { name: `${name} by Id`, isUnique: true, columns: ["Id"], on: '("Id")' };
    const day = { name: `${name} by Day`, isUnique: false, columns: ["Day"], on: '("Day" nulls first)' };
    await ask("insert into tablewright_tables values ($1, $1, $2, $3, 'position', $4, '[]')", [
      name,
      JSON.stringify(laidOut),
      JSON.stringify([key, day]),
      name === "Visits" ? 3 : 1,
    ]);
  }
  try {
    await work(options);
  } finally {
    await release();
  }
}

async function withStore<T>(options: PostgresOptions, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await postgresStore(options);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

async function versionOf(schema: string | undefined): Promise<unknown> {
  const [store] = await ask(`select version from "${schema}".tablewright_store`);
  return store?.version;
}

/** The types of the columns that version 1 kept in another way. */
async function typesOf(schema: string | undefined): Promise<readonly unknown[]> {
  return ask(
    `select relname::text as "table", attname::text as "column", format_type(atttypid, atttypmod) as type
       from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = $1::regnamespace and relname in ('Visits', 'Notes') and relkind = 'r'
        and attnum > 0 and attname not in ('Id', '_Slot') order by 1, 2`,
    [`"${schema}"`],
  );
}

/** Ends the connection that waits for the table, as the end of its process would. */
async function endWaiting(): Promise<void> {
  for (;;) {
    const ended = await ask(
      "select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and query like '%\"Visits%'",
    );
    if (ended.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

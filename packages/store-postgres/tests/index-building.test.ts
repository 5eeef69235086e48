/** Indexes that a new definition asks for, on tables with rows: made while others write, and completed after a crash. */
import type { Store, StoredTable } from "@tablewright/core/storage";
import { Client } from "pg";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openInSchema } from "./open-in-schema.ts";
import { ask, server } from "./temporary-schema.ts";

describe.skipIf(server === "")("an index on rows that are there", () => {
  test("is made while others write, and has their rows", async () => {
    const { schema, open, indexes } = await withRows();
    const writing = await open([before]);
    const other = await clientThatHoldsUp(schema);
    const opened = open([after]);
    await untilBegun(indexes);
    await insert(writing, "c", "z");
    await insert(writing, "d", "x");
    expect(await building(schema)).toBe(1);
    await other.query("commit");
    const store = await opened;
    expect(await indexes()).toEqual([NAMED]);
    expect(await idsOf(store, schema, "x")).toEqual(["a", "d"]);
  });

  test("that was not complete when its process ended is made again", async () => {
    const { open, indexes } = await withHalfAnIndex();
    expect(await indexes()).toContainEqual({ ...NAMED, isValid: false });
    await open([after]);
    expect(await indexes()).toEqual([NAMED]);
  });

  test("that is begun and no longer asked for is removed", async () => {
    const { open, indexes } = await withHalfAnIndex();
    await open([before]);
    expect(await indexes()).toEqual([]);
  });

  test("is made once by processes that start together", async () => {
    const { schema, open, indexes } = await withRows();
    await Promise.all([open([after]), open([after]), open([after])]);
    expect(await indexes()).toEqual([NAMED]);
    const [noted] = await ask(`select indexes from "${schema}".tablewright_tables`);
    expect(noted?.indexes).toContain(NAMED.name);
    expect(noted?.indexes).not.toContain("isBegun");
  });
});

const text = (name: string, indexed = false) => ({ name, kind: "text", family: "text", indexed }) as const;
const before: StoredTable = {
  name: "Things",
  columns: [text("Id"), text("Name")],
  key: [0],
  rowNumbers: "position",
};
const after: StoredTable = { ...before, columns: [text("Id"), text("Name", true)] };
const NAMED = { name: "Things by Name", isValid: true };

/** Statements of this schema's stores that make an index just now. */
const BUILDING =
  "from pg_stat_activity a join pg_locks l using (pid) join pg_class c on c.oid = l.relation " +
  "where a.query like 'create index concurrently%' and l.granted and c.relkind = 'r' " +
  "and c.relnamespace = (select oid from pg_namespace where nspname = $1) and l.mode = 'ShareUpdateExclusiveLock'";

async function building(schema: string | undefined): Promise<number> {
  return (await ask(`select distinct pid ${BUILDING}`, [schema])).length;
}

/** Two rows in a table without an index on names. */
async function withRows() {
  const { schema, open } = openInSchema();
  const store = await open([before]);
  await insert(store, "a", "x");
  await insert(store, "b", "y");
  const indexes = () =>
    ask(
      'select relname::text as name, indisvalid as "isValid" from pg_index join pg_class on pg_class.oid = indexrelid ' +
        "where relnamespace = (select oid from pg_namespace where nspname = $1) and relname like 'Things by Name%'",
      [schema],
    );
  return { schema, open, indexes };
}

/** The process that made the index ended before it was complete. */
async function withHalfAnIndex() {
  const { schema, open, indexes } = await withRows();
  const other = await clientThatHoldsUp(schema);
  const interrupted = open([after]).catch((error: Error) => error);
  await untilBegun(indexes);
  await ask(`select pg_terminate_backend(pid) ${BUILDING}`, [schema]);
  expect(await interrupted).toMatchObject({ code: "server/store-away" });
  await other.query("rollback");
  return { open, indexes };
}

async function untilBegun(indexes: () => Promise<readonly Record<string, unknown>[]>): Promise<void> {
  await vi.waitUntil(async () => (await indexes()).some(({ isValid }) => isValid === false), {
    timeout: 150_000,
    interval: 20,
  });
}

function insert(store: Store, id: string, name: string) {
  return store.write((transaction) => transaction.insert("Things", [[id, name]]));
}

/** By the index alone. */
async function idsOf(store: Store, schema: string, name: string): Promise<readonly unknown[]> {
  await store.check?.();
  const rows = await ask(`select "Id" from "${schema}"."Things" where "Name" = $1 order by "Id"`, [name]);
  return rows.map(({ Id }) => Id);
}

/** Its transaction has changed the table, so an index has to wait for it. */
async function clientThatHoldsUp(schema: string): Promise<Client> {
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(`set search_path to "${schema}"`);
  await client.query('begin; update "Things" set "Name" = "Name"');
  onTestFinished(() => client.end());
  return client;
}

/** The queries of docs/sql.md, on a SQLite file in memory and on a PostgreSQL server. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { compile } from "@tablewright/core/expression";
import { type ToSqlOptions, toSql } from "@tablewright/store-sql";
import { drizzle } from "drizzle-orm/node-postgres";
import knex from "knex";
import {
  DummyDriver,
  Kysely,
  PostgresDialect,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { Client, Pool } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type EmbeddedServer, startServer } from "../../store-postgres/tests/embedded-server.ts";
import { byDrizzle, byKnex, byKysely, byPg, type Order } from "./queries.ts";

const columns = { Status: "Text", "Unit Price": "Price" };
const wanted = compile('AND([Unit Price] > 10, OR([Status] = "open", ISBLANK([Status])))', { columns });
const rows = [
  { id: 1, status: "OPEN", unit_price: 12.5 },
  { id: 2, status: "open", unit_price: 10 },
  { id: 3, status: "", unit_price: 11 },
  { id: 4, status: "closed", unit_price: 99 },
];
const ids = wanted
  .filter(rows.map(({ id, status, unit_price }) => ({ id, Status: status, "Unit Price": unit_price })))
  .map(({ id }) => id);

const whereOf = (dialect: ToSqlOptions["dialect"], alias: string) =>
  toSql(wanted, { dialect, columns: { Status: `${alias}.status`, "Unit Price": `${alias}.unit_price` } });

test("Kysely on SQLite", () => {
  const database = new DatabaseSync(":memory:");
  database.exec("create table orders (id integer, status text, unit_price real)");
  const insert = database.prepare("insert into orders values (?, ?, ?)");
  for (const { id, status, unit_price } of rows) insert.run(id, status, unit_price);
  const kysely = new Kysely<{ orders: Order }>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  const { sql, parameters } = byKysely(kysely, whereOf("sqlite", "o")).compile();
  const found = database.prepare(sql).all(...(parameters as (string | number | null)[]));
  expect(ids).toEqual([1, 3]);
  expect(found.map(({ id }) => id)).toEqual(ids);
  database.close();
});

describe("on PostgreSQL", () => {
  let server: EmbeddedServer;
  let client: Client;
  beforeAll(async () => {
    server = await startServer();
    client = new Client({ connectionString: server.url });
    await client.connect();
    await client.query("create table orders (id integer, status text, unit_price numeric(12, 2))");
    for (const { id, status, unit_price } of rows)
      await client.query("insert into orders values ($1, $2, $3)", [id, status, unit_price]);
  });
  afterAll(async () => {
    await client?.end();
    await server?.stop();
  });

  test("Kysely", async () => {
    const pool = new Pool({ connectionString: server.url });
    const kysely = new Kysely<{ orders: Order }>({ dialect: new PostgresDialect({ pool }) });
    const found = await byKysely(kysely, whereOf("postgres", "o")).execute();
    expect(found.map(({ id }) => id)).toEqual(ids);
    await kysely.destroy();
  });

  test("Drizzle", async () => {
    const found = await byDrizzle(drizzle(client), whereOf("postgres", "orders"));
    expect(found.map(({ id }) => id)).toEqual(ids);
  });

  test("Knex", async () => {
    const connected = knex({ client: "pg", connection: server.url });
    const found = await byKnex(connected, whereOf("postgres", "o"));
    expect(found.map(({ id }) => id)).toEqual(ids);
    await connected.destroy();
  });

  test("pg", async () => {
    const { rows: found } = await byPg(client, whereOf("postgres", "o"));
    expect(found.map(({ id }) => id)).toEqual(ids);
  });
});

test("the page shows the queries", () => {
  const read = (path: string) => readFileSync(resolve(import.meta.dirname, path), "utf8");
  // The formatter breaks chains in another way than a page does.
  const onOneLine = (text: string) => text.replaceAll(/\s+\./g, ".").replaceAll(/\s+/g, " ");
  const source = read("queries.ts");
  const queries = source.slice(source.indexOf("export const byKysely")).replaceAll("export ", "").trim();
  expect(onOneLine(read("../../../docs/sql.md"))).toContain(onOneLine(queries));
});

/** What is read of a database of another program. */
import { sampleDatabases } from "@tablewright/engine-tests/databases";
import type { DatabaseDescription } from "@tablewright/store-sql";
import { Client } from "pg";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { introspectPostgres } from "../src/index.ts";
import { server } from "./temporary-schema.ts";

const schema = `${inject("schemas")}_introspected`;

describe.skipIf(server === "")("a database of another program", () => {
  let sakila: DatabaseDescription;
  const table = (name: string) => sakila.tables.find((one) => one.name === name);
  const column = (of: string, name: string) => table(of)?.columns.find((one) => one.name === name);

  beforeAll(async () => {
    const sql = sampleDatabases.find(({ name }) => name === "sakila")?.postgres;
    await run(`create schema "${schema}"; set search_path to "${schema}"; ${sql};
      create role "${schema}" login password 'for tests';
      grant usage on schema "${schema}" to "${schema}";
      grant select, insert on language to "${schema}";
      grant select (film_id, title), update (title) on film to "${schema}";`);
    sakila = await introspectPostgres(server, { schemas: [schema] });
    return async () => {
      await run(`drop schema "${schema}" cascade; drop role "${schema}"`);
    };
  });

  test("the zone of its sessions", async () => {
    const address = { connectionString: server, options: "-c timezone=Europe/Berlin" };
    expect(await introspectPostgres(address, { schemas: [schema] })).toMatchObject({
      timeZone: "Europe/Berlin",
    });
  });

  test("types, keys and views", () => {
    expect(sakila).toMatchObject({
      product: "PostgreSQL",
      name: "postgres",
      schemas: [schema],
      unreadable: [],
    });
    expect(column("film", "film_id")).toMatchObject({
      kind: "integer",
      identity: "byDefault",
      nullable: false,
    });
    expect(column("language", "language_id")).toMatchObject({ identity: "byDefault", default: undefined });
    expect(column("rental", "rental_id")).toMatchObject({ identity: "always" });
    expect(column("film", "rental_rate")).toMatchObject({
      kind: "decimal",
      precision: 4,
      scale: 2,
      default: "4.99",
    });
    expect(column("film", "title_length")).toMatchObject({
      generated: "length(title::text)",
      default: undefined,
    });
    expect(column("film", "audience")).toMatchObject({ length: 10, values: ["all", "adults", "children"] });
    expect(column("film", "rating")).toMatchObject({ kind: "enum", values: ["G", "PG", "PG-13", "R"] });
    expect(column("film", "release_year")).toMatchObject({
      kind: "integer",
      databaseType: `${schema}.year`,
      min: 1901,
    });
    const kinds = table("film")?.columns.map(({ name, kind }) => `${name} ${kind}`);
    for (const one of [
      "special_features list",
      "fulltext other",
      "running_time interval",
      "last_update datetime",
    ])
      expect(kinds).toContain(one);
    expect(column("store", "settings")).toMatchObject({ kind: "json" });
    expect(column("rental", "rented_at")).toMatchObject({ kind: "instant", hasFractions: true });
    expect(column("rental", "rental_id")).not.toHaveProperty("hasFractions");
    expect(column("film", "length")).toMatchObject({ min: 1, max: 600 });
    expect(table("film")?.checks).toEqual(["rental_rate > 0::numeric"]);
    expect(table("film")?.comment).toBe("What can be rented; one row for a title, not for a disc.");
    expect(table("inventory")?.foreignKeys.map(({ columns, targets }) => [columns, targets])).toEqual([
      [["film_id"], ["film_id"]],
      [
        ["store_id", "shelf_no"],
        ["store_id", "shelf_no"],
      ],
    ]);
    expect(table("rental")?.uniques).toEqual([["inventory_id", "rented_at"]]);
    expect(table("payment")).toMatchObject({ kind: "table", primaryKey: ["payment_id", "paid_on"] });
    expect(table("payment_2025")).toBeUndefined();
    expect(table("cheap_film")).toMatchObject({
      kind: "view",
      changes: { add: true, edit: true, delete: true },
    });
    expect(table("film_list")?.changes).toEqual({ add: false, edit: false, delete: false });
    expect(table("rating_count")).toMatchObject({ kind: "view", changes: { add: false } });
  });

  test("what the user may do", async () => {
    const address = new URL(server);
    address.username = schema;
    address.password = "for tests";
    address.searchParams.set("schema", schema);
    const { tables, unreadable } = await introspectPostgres(address.href);
    expect(tables.map(({ name, changes }) => [name, changes])).toEqual([
      ["film", { add: false, edit: true, delete: false }],
      ["language", { add: true, edit: false, delete: false }],
    ]);
    expect(tables[0]?.columns.map(({ name, isWritable }) => [name, isWritable])).toEqual([
      ["film_id", false],
      ["title", true],
    ]);
    expect(unreadable).toContainEqual({ name: `${schema}.rental`, reason: "this user may not read it" });
  });

  test("a schema of ours is not read for that of the user who is called like it", async () => {
    const database = `${schema}_named`;
    await run(`create database "${database}" template template0`);
    const url = Object.assign(new URL(server), { pathname: `/${database}` });
    const client = new Client({ connectionString: url.href });
    await client.connect();
    await client.query("create table public.t (id integer primary key, n numeric, m numeric, big bigint)");
    await client.query(`create schema tablewright create table u (id integer primary key)`);
    await client.query(
      "insert into public.t values (1, 'NaN', 1.5, 9007199254740993), (2, 1.2345678901234567, 1e300, 1)",
    );
    await client.end();
    const { schemas, tables } = await introspectPostgres({
      connectionString: url.href,
      options: "-c search_path=tablewright,public",
    });
    expect([schemas, tables.map((one) => one.name)]).toEqual([["public"], ["t"]]);
    expect(tables[0]?.columns.filter((one) => one.isBeyondDoubles).map((one) => one.name)).toEqual([
      "n",
      "big",
    ]);
    await run(`drop database "${database}"`);
  });

  test("a schema without tables, and where there are some", async () => {
    const { tables, otherSchemas } = await introspectPostgres(server, { schemas: ["none here"] });
    expect(tables).toEqual([]);
    expect(otherSchemas).toContain(schema);
  });

  test.each<[string, (address: URL) => void, RegExp]>([
    ["a wrong password", (address) => (address.password = "wrong"), /does not let this user in/u],
    [
      "a database that is not there",
      (address) => (address.pathname = "/nowhere"),
      /"nowhere" .* does not exist/u,
    ],
    ["a server that is not there", (address) => (address.port = "1"), /cannot be reached \(ECONNREFUSED\)/u],
  ])("%s is reported in words", async (_, change, words) => {
    const address = new URL(server);
    change(address);
    await expect(introspectPostgres(address.href)).rejects.toThrow(words);
  });
});

async function run(sql: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

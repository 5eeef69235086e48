/** What a database has and lacks: how it is found out, told, and done without. */
import { join } from "node:path";
import { createEngine, loadDefinition } from "@tablewright/core";
import { findAll } from "@tablewright/core/storage";
import { testContext } from "@tablewright/store-contract";
import { counters, increment, readCounters } from "@tablewright/store-contract/histories";
import { Client } from "pg";
import { describe, expect, test } from "vitest";
import { capture } from "../../cli/tests/capture.ts";
import { definitionOf, folderOf } from "../../cli/tests/folder.ts";
import { capabilitiesOf, probeCapabilities } from "../src/capabilities.ts";
import type { PostgresDatabase } from "../src/database.ts";
import { openPostgres } from "../src/open-postgres.ts";
import { ask, server, temporarySchema } from "./temporary-schema.ts";

const file = join(folderOf({ "app.yaml": definitionOf() }), "app.yaml");

/** A database that refuses statements in which one of these words is. */
function lacking(...words: readonly string[]): Pick<PostgresDatabase, "tryOut"> {
  return {
    tryOut: async (statements) => {
      const word = words.find((one) => statements.includes(one));
      return word === undefined ? { rows: [["PostgreSQL 15.4 on x86_64"]] } : { refusal: `no ${word}` };
    },
  };
}

test.each([
  ["nothing", [], []],
  ["one thing", ["declare"], [["cursors", "no declare"]]],
  [
    "two things",
    ["savepoint", "seqscan"],
    [
      ["savepoints", "no savepoint"],
      ["plans without scans", "no seqscan"],
    ],
  ],
])("of a database that lacks %s", async (_, words, expected) => {
  const { product, all, has } = await probeCapabilities(lacking(...words) as PostgresDatabase);
  const missing = all.flatMap((one) => (one.missing === undefined ? [] : [[one.name, one.missing]]));
  expect([product, missing]).toEqual(["PostgreSQL 15.4", expected]);
  expect(has("cursors")).toBe(!words.includes("declare"));
});

describe.skipIf(server === "")("a database of PostgreSQL", () => {
  test("that has all of them says so in a check", async () => {
    const store = new URL(server);
    store.searchParams.set("accepts_loss", "true");
    store.searchParams.set("schema", String(temporarySchema().options.schema));
    const { code, out } = await capture("check", file, "--store", store.href);
    expect(out).toMatch(
      /The database is PostgreSQL [\d.]+, with functions, cursors, savepoints, plans without scans, plans as JSON\.\n$/u,
    );
    expect(code).toBe(0);
  });

  test("that lacks them all serves as well", async () => {
    const { options } = temporarySchema();
    const missing = ["cursors", "savepoints", "plans without scans", "plans as JSON"].map((name) => ({
      name,
      missing: "taken away",
      otherwise: "…",
    }));
    const store = await openPostgres(options, async () => capabilitiesOf("PostgreSQL", missing));
    await store.open([counters]);
    const rows = Array.from({ length: 12_000 }, (_, at) => [`key ${at}`, at]);
    await store.write((transaction) => transaction.insert("Counters", rows));
    const plan = { table: "Counters", conditions: [], order: [], context: testContext() };
    const read = await store.read((transaction) => findAll(transaction, plan));
    expect(read.rows.map((row) => row.slice(0, 2))).toEqual(rows);
    expect(await store.read(async (transaction) => transaction.explain?.(plan))).not.toHaveProperty(
      "indexes",
    );
    await Promise.all([1, 2, 3].map(() => increment(store, "key 7")));
    expect((await readCounters(store))["key 7"]).toBe(10);
    await store.close();
  });

  test("that takes no functions leaves conditions to the engine, and a plan says why", async () => {
    const name = `limited_${crypto.randomUUID().slice(0, 8)}`;
    await ask(`create database ${name}`);
    await ask(`create role ${name} login password 'limited'`);
    await ask(`grant create on database ${name} to ${name}`);
    const url = Object.assign(new URL(server), { pathname: `/${name}` });
    await askAt(
      url.href,
      "revoke usage on language sql from public; revoke usage on language plpgsql from public",
    );
    const options = { connectionString: Object.assign(url, { username: name, password: "limited" }).href };
    const store = await openPostgres({ ...options, schema: "own", acceptsLoss: true, max: 3 });
    const definition = loadDefinition(definitionOf()).output ?? expect.fail();
    const engine = await createEngine({
      definition,
      store,
      services: { now: Date.now, random: Math.random, newId: () => crypto.randomUUID() },
    });
    await engine.add("Notes", [{ Note: "Über" }, { Note: "other" }]);
    const Selector = 'FILTER("Notes", CONTAINS([Note], "über"))';
    expect(await engine.find("Notes", { selector: Selector })).toMatchObject({ rows: [{ Note: "Über" }] });
    const { output } = await engine.explain({ action: "Find", table: "Notes", properties: { Selector } });
    expect(output?.conditions).toMatchObject([{ pushed: false }]);
    expect(output?.store.lacks).toEqual([
      expect.stringMatching(
        /^no functions \(permission denied for language (?:plpg)?sql\), so comparisons of texts .* stay with the engine, /u,
      ),
    ]);
    await engine.close();
    await ask(`drop database ${name} with (force)`);
    await ask(`drop role ${name}`);
  });
});

async function askAt(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** What a store says of its database, and how it does without functions. */
import { join } from "node:path";
import { createEngine, loadDefinition } from "@tablewright/core";
import { Client } from "pg";
import { describe, expect, test } from "vitest";
import { capture } from "../../cli/tests/capture.ts";
import { definitionOf, folderOf } from "../../cli/tests/folder.ts";
import { openPostgres } from "../src/open-postgres.ts";
import { ask, server, temporarySchema } from "./temporary-schema.ts";

const file = join(folderOf({ "app.yaml": definitionOf() }), "app.yaml");

describe.skipIf(server === "")("a database of PostgreSQL", () => {
  test("that has all of them says so in a check", async () => {
    const store = new URL(server);
    store.searchParams.set("accepts_loss", "true");
    store.searchParams.set("schema", String(temporarySchema().options.schema));
    const { code, out } = await capture("check", file, "--store", store.href);
    expect(out).toMatch(/The database is PostgreSQL [\d.]+, with functions\.\n$/u);
    expect(code).toBe(0);
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

/** What `tablewright introspect` writes over schemas of PostgreSQL. */
import { loadDefinition } from "@tablewright/core";
import { sampleDatabases } from "@tablewright/engine-tests/databases";
import { Client } from "pg";
import { describe, expect, inject, test } from "vitest";
import { capture } from "../../cli/tests/capture.ts";
import { server } from "./temporary-schema.ts";

describe.skipIf(server === "")("a definition over a schema", () => {
  const database = new URL(server === "" ? "none:/none" : server).pathname.slice(1);

  test.each(sampleDatabases.map(({ name, postgres }) => [name, postgres]))("%s", async (name, sql) => {
    const schema = `${inject("schemas")}_${name}`;
    await run(`create schema "${schema}"; set search_path to "${schema}"; ${sql}`);
    const { code, out } = await capture("introspect", server, "--schema", schema);
    await run(`drop schema "${schema}" cascade`);
    expect(code).toBe(0);
    expect(loadDefinition(out).diagnostics).toEqual([]);
    const alike = out
      .replaceAll(schema, name)
      .replace(/(?<=sha256: ")[0-9a-f]{64}/u, "0".repeat(64))
      .replace(`database "${database}"`, 'database "shop"')
      .replaceAll(/(?<=^ {2}(?:id|name): ).*$/gmu, "shop");
    await expect(alike).toMatchFileSnapshot(`introspected/${name}.snapshot.yaml`);
  });

  test("a schema without tables: where there are some", async () => {
    const schema = `${inject("schemas")}_other`;
    await run(`create schema "${schema}"; create table "${schema}".t (a integer primary key)`);
    const { code, out, err } = await capture("introspect", server, "--schema", "none here");
    await run(`drop schema "${schema}" cascade`);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain(
      `The PostgreSQL database "${database}" has no tables in "none here" that this user may read.`,
    );
    expect(err).toContain(`--schema ${schema}`);
  });

  test("tables of one name in two schemas", async () => {
    const [first, second] = [`${inject("schemas")}_first`, `${inject("schemas")}_second`];
    await run(`create schema "${first}"; create schema "${second}"; create table "${first}".t (a integer primary key);
      create table "${second}".t (a integer primary key references "${first}".t, b integer generated always as identity)`);
    const { out } = await capture("introspect", server, "--schema", second, "--schema", first);
    await run(`drop schema "${first}", "${second}" cascade`);
    const { output } = loadDefinition(out);
    expect([...(output?.tables.values() ?? [])].map(({ name, source }) => [name, source?.schema])).toEqual([
      ["t", first],
      [`${second} t`, second],
    ]);
    expect(out).toContain("a: { type: Ref, table: t, onDelete: restrict }");
    expect(out).toContain("b: { type: Number, readOnly: true } # the database fills it");
  });
});

async function run(sql: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

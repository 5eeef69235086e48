/** Dates of zeros, which MySQL and MariaDB write in place of a NULL. */
import { createEngine, loadDefinition } from "@tablewright/core";
import { describe, expect, onTestFinished, test } from "vitest";
import { mysqlStore } from "../src/index.ts";
import { ask, server, temporaryDatabase } from "./temporary-database.ts";

describe.skipIf(server === "")("MariaDB", () => {
  test("a column that takes no NULL and has a date of zeros as its default is blank, and is made blank; one with another default is not cleared to it", async () => {
    const { options, release } = await temporaryDatabase();
    onTestFinished(release);
    const database = `blog_${crypto.randomUUID().replaceAll("-", "")}`;
    await ask(`create database ${database}`);
    onTestFinished(async () => {
      await ask(`drop database ${database}`);
    });
    const zero = "0000-00-00 00:00:00";
    await ask(
      `create table ${database}.posts (id int primary key auto_increment, title varchar(40), posted datetime not null default '${zero}', day date not null default '0000-00-00', ` +
        `seen timestamp not null default '${zero}', changed timestamp not null default current_timestamp)`,
    );
    await ask(`insert into ${database}.posts (title) values ('draft')`);
    const { output: definition } = loadDefinition(`
tablewright: 1
app: { id: blog, name: Blog, timezone: UTC, locale: en-US }
tables:
  Posts:
    source: ${database}.posts
    key: [id]
    columns:
      id: { type: Number }
      title: { type: Text }
      posted: { type: DateTime }
      day: { type: Date }
      seen: { type: DateTime }
      changed: { type: DateTime }
`);
    if (definition === undefined) throw new Error("The definition is wrong.");
    const services = {
      now: () => Date.UTC(2026, 0, 5),
      random: Math.random,
      newId: () => crypto.randomUUID(),
    };
    const engine = await createEngine({ definition, store: await mysqlStore(options), services });
    onTestFinished(() => engine.close());
    const call = (action: string, ...rows: Record<string, string | number | null>[]) =>
      engine.execute({ action, table: "Posts", properties: {}, rows, wire: "typed" });
    const blank = { posted: null, day: null, seen: null };
    expect(await call("Find")).toMatchObject({
      ok: true,
      rows: [{ title: "draft", ...blank }],
      warnings: [],
    });
    expect(await call("Add", { title: "x" })).toMatchObject({ ok: true, rows: [{ id: 2, ...blank }] });
    const dates = { posted: "2024-02-02T00:00:00", day: "2024-02-02" };
    expect(await call("Edit", { id: 1, ...dates })).toMatchObject({ ok: true, rows: [dates] });
    expect(await call("Edit", { id: 1, ...blank })).toMatchObject({ ok: true, rows: [blank] });
    const [stored] = await ask(
      `select cast(posted as char) as p, cast(day as char) as d from ${database}.posts where id = 1`,
    );
    expect(stored).toEqual({ p: zero, d: "0000-00-00" });
    const [before] = await ask(`select changed from ${database}.posts where id = 1`);
    expect(await call("Edit", { id: 1, changed: null })).toMatchObject({
      ok: false,
      diagnostics: [{ code: "rule/constraint", column: "changed" }],
    });
    expect(await ask(`select changed from ${database}.posts where id = 1`)).toEqual([before]);
    expect(await call("Delete", { id: 1 })).toMatchObject({ ok: true });
  });
});

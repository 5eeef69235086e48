/** Dates of zeros, which programs that were written for MySQL keep in their SQLite files in place of a NULL. */
import { DatabaseSync } from "node:sqlite";
import { createEngine, loadDefinition } from "@tablewright/core";
import { expect, onTestFinished, test } from "vitest";
import { sqliteStore } from "../src/index.ts";
import { temporaryFile } from "./temporary-file.ts";

const ZERO = "0000-00-00 00:00:00";

test("a date of zeros is a blank, and so is written where a column takes no NULL and has one as its default", async () => {
  const { file, remove } = temporaryFile();
  onTestFinished(remove);
  const theirs = new DatabaseSync(file);
  onTestFinished(() => theirs.close());
  theirs.exec(`
    create table posts (id integer primary key, posted datetime not null default '${ZERO}', sent text not null default '${ZERO}',
      day date not null default '0000-00-00', seen datetime not null default '', at datetime);
    insert into posts values (1, '${ZERO}', '${ZERO}', '0000-00-00', '', '${ZERO}'), (2, '2024-02-02 01:02:03', '${ZERO}', '2024-02-02', '${ZERO}', null);`);
  const { output: definition } = loadDefinition(`
tablewright: 1
app: { id: blog, name: Blog, timezone: UTC, locale: en-US }
tables:
  Posts:
    source: posts
    key: [id]
    columns:
      id: { type: Number }
      posted: { type: DateTime }
      sent: { type: DateTime }
      day: { type: Date }
      seen: { type: DateTime }
      at: { type: DateTime }
`);
  if (definition === undefined) throw new Error("The definition is wrong.");
  const services = { now: () => Date.UTC(2026, 0, 5), random: () => 0, newId: () => "" };
  const engine = await createEngine({ definition, store: sqliteStore(file), services });
  onTestFinished(() => engine.close());
  const call = (action: string, ...rows: Record<string, string | number | null>[]) =>
    engine.execute({ action, table: "Posts", properties: {}, rows, wire: "typed" });
  const blank = { posted: null, sent: null, day: null, seen: null };
  expect(await call("Find")).toMatchObject({
    ok: true,
    rows: [{ id: 1, ...blank, at: null }, { posted: "2024-02-02T01:02:03" }],
    warnings: [],
  });
  expect(await call("Add", { id: 3 })).toMatchObject({ ok: true, rows: [blank], warnings: [] });
  expect(await call("Add", { id: 4, ...blank })).toMatchObject({ ok: true, rows: [blank] });
  const filled = { posted: "2024-03-03T00:00:00", sent: "2024-03-03T00:00:00", day: "2024-03-03" };
  expect(await call("Edit", { id: 1, ...filled })).toMatchObject({ ok: true, rows: [filled] });
  for (const id of [1, 2])
    expect(await call("Edit", { id, ...blank, at: null })).toMatchObject({
      ok: true,
      rows: [blank],
    });
  const zeros = { posted: ZERO, sent: ZERO, day: "0000-00-00", seen: "" };
  expect(theirs.prepare("select * from posts where id <> 2").all()).toMatchObject([
    { ...zeros, at: ZERO },
    zeros,
    zeros,
  ]);
  expect(theirs.prepare("select * from posts where id = 2").get()).toMatchObject({
    ...zeros,
    seen: ZERO,
    at: null,
  });
});

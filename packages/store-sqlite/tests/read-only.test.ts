/** A file that is only read. */
import { chmodSync, readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createEngine, type Engine, loadDefinition } from "@tablewright/core";
import { expect, test } from "vitest";
import { sqliteStore } from "../src/index.ts";
import { temporaryFile } from "./temporary-file.ts";

test.each(["delete", "wal"])(
  "of another program, with its journal in mode %s, stays as it is",
  async (mode) => {
    const { file, remove } = temporaryFile();
    const theirs = new DatabaseSync(file);
    theirs.exec(`pragma journal_mode = ${mode}; create table notes (id integer primary key, note text)`);
    theirs.exec("insert into notes values (1, 'n')");
    if (mode === "delete") theirs.close();
    chmodSync(file, 0o400);
    const before = readFileSync(file);
    const engine = await readingEngine(file, definition);
    expect(await engine.find("Notes")).toMatchObject({ ok: true, rows: [{ id: 1, note: "n" }] });
    expect(await engine.add("Notes", [{ id: 2 }])).toMatchObject({
      ok: false,
      diagnostics: [{ code: "server/read-only" }],
    });
    for (const asked of [engine.listEvents(), engine.listRuns(), engine.changes({ limit: 10 })])
      await expect(asked).rejects.toMatchObject({ code: "server/keeps-nothing" });
    if (mode === "wal") {
      theirs.exec("update notes set note = 'later'");
      expect(await engine.find("Notes")).toMatchObject({ ok: true, rows: [{ note: "later" }] });
      theirs.close();
    }
    await engine.close();
    if (mode === "delete") {
      expect(readFileSync(file)).toEqual(before);
      expect(readdirSync(dirname(file))).toEqual(["rows.sqlite"]);
    }
    const read = new DatabaseSync(file, { readOnly: true });
    expect(read.prepare("select name from sqlite_schema").all()).toEqual([{ name: "notes" }]);
    read.close();
    remove();
  },
);

test("of ours answers Finds, and its history", async () => {
  const { file, remove } = temporaryFile();
  const own = definition.replace("    source: notes\n", "");
  const writing = await createEngine({ definition: load(own), store: sqliteStore(file), services });
  await writing.add("Notes", [{ id: 1, note: "n" }]);
  await writing.close();
  const engine = await readingEngine(file, own);
  expect(await engine.find("Notes")).toMatchObject({ ok: true, rows: [{ note: "n" }] });
  expect((await engine.changes({ limit: 10 })).output?.changes).toHaveLength(1);
  expect(await engine.listRuns()).toEqual([]);
  await engine.close();
  remove();
});

test("that is not there is refused", () => {
  expect(() => sqliteStore("/nowhere/rows.sqlite", { readOnly: true })).toThrow(
    'There is no file "/nowhere/rows.sqlite".',
  );
});

function readingEngine(file: string, source: string): Promise<Engine> {
  const store = sqliteStore(file, { readOnly: true });
  return createEngine({ definition: load(source), store, services, readOnly: true });
}

function load(source: string) {
  return loadDefinition(source).output ?? expect.fail("The definition does not load.");
}

const services = { now: () => Date.UTC(2026, 0, 5), random: Math.random, newId: () => crypto.randomUUID() };

const definition = `
tablewright: 1
app: { id: notes, name: Notes }
tables:
  Notes:
    source: notes
    history: { keep: 30d }
    key: [id]
    columns:
      id: { type: Number }
      note: { type: Text }
`;

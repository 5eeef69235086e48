/** Texts of an SQLite file that are instants, in the forms in which other programs write them. */
import { DatabaseSync } from "node:sqlite";
import { createEngine, loadDefinition } from "@tablewright/core";
import { expect, test } from "vitest";
import { sqliteStore } from "../src/index.ts";
import { temporaryFile } from "./temporary-file.ts";

test.each([
  ["2024-07-01T10:00:00Z", "2024-07-02T11:00:00Z"],
  ["2024-07-01T10:00:00.123Z", "2024-07-02T11:00:00.000Z"],
  ["2024-07-01 12:00:00+02:00", "2024-07-02 11:00:00+00:00"],
  ["2024-07-01 06:00:00.5 -0400", "2024-07-02 11:00:00.0 +0000"],
  ["2024-07-01 10:00:00+00", "2024-07-02 11:00:00+00"],
])("an instant is written as the others of its column are: %s", async (theirs, ours) => {
  const { rows, kept } = await writtenBeside([theirs]);
  expect(rows).toEqual(["2024-07-01T12:00:00", "2024-07-02T13:00:00"]);
  expect(kept).toEqual([theirs, ours]);
});

test.each([
  [[], "2024-07-02 13:00:00"],
  [["2024-07-01T12:00:00"], "2024-07-02T13:00:00"],
  [["2024-07-01 12:00:00.000"], "2024-07-02 13:00:00.000"],
])("a column of wall clocks keeps the clock of the call: %j", async (theirs, ours) => {
  const { rows, kept } = await writtenBeside(theirs);
  expect(rows).toEqual([...theirs.map(() => "2024-07-01T12:00:00"), "2024-07-02T13:00:00"]);
  expect(kept).toEqual([...theirs, ours]);
});

test.each([
  ["text", ["2024-07-01T10:00:00Z"], "2024-07-02T11:00:00Z"],
  ["timestamptz", [], "2024-07-02 11:00:00Z"],
])("so does a column of the type %s", async (type, theirs, ours) => {
  const { rows, kept } = await writtenBeside(theirs, [], type);
  expect(rows.at(-1)).toBe("2024-07-02T13:00:00");
  expect(kept).toEqual([...theirs, ours]);
});

test("an instant that is written later among wall clocks is read as one", async () => {
  const { rows } = await writtenBeside([], ["2024-07-03T10:00:00Z", "2024-07-03 10:00:00"]);
  expect(rows).toEqual(["2024-07-02T13:00:00", "2024-07-03T12:00:00", "2024-07-03T10:00:00"]);
});

/** What is read and kept in Berlin, after an instant is added beside those of another program, which then writes on. */
async function writtenBeside(theirs: readonly string[], later: readonly string[] = [], type = "timestamp") {
  const { file, remove } = temporaryFile();
  const database = new DatabaseSync(file);
  database.exec(`create table visits (id integer primary key, at ${type})`);
  const insert = database.prepare("insert into visits (at) values (?)");
  for (const text of theirs) insert.run(text);
  const { output: definition } = loadDefinition(`
tablewright: 1
app: { id: visits, name: Visits, timezone: Europe/Berlin }
tables:
  Visits:
    source: visits
    key: [Id]
    columns:
      Id: { type: Number, source: id }
      At: { type: DateTime, source: at }
`);
  if (definition === undefined) throw new Error("The definition is wrong.");
  const services = { now: () => 0, random: () => 0, newId: () => "" };
  const engine = await createEngine({ definition, store: sqliteStore(file), services });
  try {
    await engine.add("Visits", [{ At: "2024-07-02T11:00:00Z" }]);
    for (const text of later) insert.run(text);
    const found = await engine.find("Visits");
    const kept = database.prepare("select at from visits order by id").all();
    return {
      rows: found.ok ? found.rows.map(({ At }) => At) : found.diagnostics,
      kept: kept.map(({ at }) => at),
    };
  } finally {
    await engine.close();
    database.close();
    remove();
  }
}

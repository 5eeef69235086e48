/** Dates and times that other programs have written into an SQLite file, where they are texts by custom alone. */
import { DatabaseSync } from "node:sqlite";
import { createEngine, loadDefinition } from "@tablewright/core";
import { describe, expect, test } from "vitest";
import { sqliteStore } from "../src/index.ts";
import { temporaryFile } from "./temporary-file.ts";

describe("a DateTime column", () => {
  test.each([
    ["2024-03-01 10:00:00", "2024-03-01T10:00:00"],
    ["2024-03-01T10:00:00", "2024-03-01T10:00:00"],
    ["2024-03-01 10:00:00.987654321", "2024-03-01T10:00:00"],
    ["2024-03-01 10:00", "2024-03-01T10:00:00"],
    ["2024-03-01", "2024-03-01T00:00:00"],
    ["2024-03-01T10:00:00Z", "2024-03-01T10:00:00"],
    ["2024-03-01 10:00:00+00", "2024-03-01T10:00:00"],
    ["2024-03-01 01:30:00+02:00", "2024-02-29T23:30:00"],
    ["2024-03-01 01:30:00.9999+0200", "2024-02-29T23:30:00"],
    ["2024-02-29 23:30-05:45", "2024-03-01T05:15:00"],
    ["2024-03-01 01:30:00 +02:00", "2024-02-29T23:30:00"],
  ])("reads %s as %s", async (stored, read) => {
    expect(await cellOf("DateTime", stored)).toBe(read);
  });

  test.each([
    "2024-02-30 10:00:00",
    "2024-02-30T10:00:00Z",
    "2024-03-01 25:00:00Z",
    "2024-03-01 10:00:00 PM",
    "2024-03-01 10:00:00 Europe/Berlin",
    "2024-03-01 10:00:00.",
    "2024-03-01 10:00:00+2:00",
    "2024-03-01 10:00:00+02:00:30",
    "2024-03-01 10:00:00,5",
    "2024-03-01\n10:00:00",
    "01/03/2024 10:00:00",
  ])("does not misread %j", async (stored) => {
    expect(await cellOf("DateTime", stored)).toMatchObject([{ code: "server/unreadable-value" }]);
  });
});

describe("a Time column", () => {
  test.each([
    ["10:00", "10:00:00"],
    ["10:00:59", "10:00:59"],
    ["23:59:59.999999", "23:59:59"],
  ])("reads %s as %s", async (stored, read) => {
    expect(await cellOf("Time", stored)).toBe(read);
  });

  test.each(["10:00 PM", "10:00:00 PM", "10:00:00+02", "10:00:00Z", "1:00:00", "10:00:00."])(
    "does not misread %j",
    async (stored) => {
      expect(await cellOf("Time", stored)).toMatchObject([{ code: "server/unreadable-value" }]);
    },
  );
});

test("an error shows a key of a moment as the database has it", async () => {
  const { file, remove } = temporaryFile();
  const theirs = new DatabaseSync(file);
  theirs.exec("create table measures (at datetime primary key not null, value real)");
  theirs.exec("insert into measures values ('2024-03-01 10:00:00', 'much')");
  theirs.close();
  const { output: definition } = loadDefinition(`
tablewright: 1
app: { id: measures, name: Measures }
tables:
  Measures:
    source: measures
    key: [At]
    columns: { At: { type: DateTime, source: at }, Value: { type: Decimal, source: value } }
`);
  if (definition === undefined) throw new Error("The definition has errors.");
  const engine = await createEngine({ definition, store: sqliteStore(file), services });
  const found = await engine.find("Measures");
  expect(found.ok ? [] : found.diagnostics.map(({ message }) => message)).toEqual([
    expect.stringContaining('"much" in the row "2024-03-01T10:00:00"'),
  ]);
  await engine.close();
  remove();
});

const services = { now: () => 0, random: () => 0, newId: () => "" };

/** What a column of the type reads where another program has written the text; the errors where it cannot. */
async function cellOf(type: string, stored: string): Promise<unknown> {
  const { file, remove } = temporaryFile();
  const theirs = new DatabaseSync(file);
  theirs.exec(`create table visits (id integer primary key, at ${type})`);
  theirs.prepare("insert into visits values (1, ?)").run(stored);
  theirs.close();
  const { output: definition } = loadDefinition(`
tablewright: 1
app: { id: visits, name: Visits }
tables:
  Visits:
    source: visits
    key: [id]
    columns:
      id: { type: Number }
      At: { type: ${type}, source: at }
`);
  if (definition === undefined) throw new Error("The definition is wrong.");
  const engine = await createEngine({ definition, store: sqliteStore(file), services });
  try {
    const found = await engine.find("Visits");
    return found.ok ? found.rows[0]?.At : found.diagnostics;
  } finally {
    await engine.close();
    remove();
  }
}

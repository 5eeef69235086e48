/** Dates and times that other programs have written into an SQLite file, where they are texts by custom alone. */
import { DatabaseSync } from "node:sqlite";
import { createEngine, loadDefinition, type Result } from "@tablewright/core";
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
  const found = await visitsOf("At", { type: "DateTime", stored: "2024-03-01 10:00:00", id: "much" });
  expect(found.ok ? [] : found.diagnostics.map(({ message }) => message)).toEqual([
    expect.stringContaining('"much" in the row "2024-03-01T10:00:00"'),
  ]);
});

const services = { now: () => 0, random: () => 0, newId: () => "" };

/** What a column of the type reads where another program has written the text; the errors where it cannot. */
async function cellOf(type: string, stored: string): Promise<unknown> {
  const found = await visitsOf("Id", { type, stored, id: 1 });
  return found.ok ? found.rows[0]?.At : found.diagnostics;
}

/** All rows of another program's table with one row, in which `stored` is under a column of the type. */
async function visitsOf(
  key: "Id" | "At",
  { type, stored, id }: { readonly type: string; readonly stored: string; readonly id: number | string },
): Promise<Result> {
  const { file, remove } = temporaryFile();
  const theirs = new DatabaseSync(file);
  theirs.exec(`create table visits (id integer, at ${type})`);
  theirs.prepare("insert into visits values (?, ?)").run(id, stored);
  theirs.close();
  const { output: definition } = loadDefinition(`
tablewright: 1
app: { id: visits, name: Visits }
tables:
  Visits:
    source: visits
    strictValues: true
    key: [${key}]
    columns:
      At: { type: ${type}, source: at }
      Id: { type: Number, source: id }
`);
  if (definition === undefined) throw new Error("The definition is wrong.");
  const engine = await createEngine({ definition, store: sqliteStore(file), services });
  try {
    return await engine.find("Visits");
  } finally {
    await engine.close();
    remove();
  }
}

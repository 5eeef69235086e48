import { createEngine, type Engine, loadDefinition, type Result } from "@tablewright/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SourceDatabase } from "./source-database.ts";

/** Registers the tests of keys with moments that another program has written, most of them with fractions of a second. */
export function describeMomentKeys(name: string, make: () => Promise<SourceDatabase>): void {
  describe(`keys of moments on ${name}`, () => {
    let database: SourceDatabase;
    let engine: Engine;
    beforeAll(async () => {
      database = await make();
      const { ask, place, momentTypes } = database;
      await ask(
        `create table ${place}visit (door integer not null, at ${momentTypes.datetime} not null, note varchar(20), primary key (door, at))`,
      );
      await ask(`create table ${place}chime (at ${momentTypes.time} not null primary key, note varchar(20))`);
      await ask(
        `create table ${place}tick (at ${momentTypes.datetime} not null primary key, note varchar(20))`,
      );
      for (const [at, note] of MOMENTS) {
        await ask(`insert into ${place}visit values (1, '${at}', '${note}')`);
        await ask(`insert into ${place}tick values ('${at}', '${note}')`);
      }
      for (const at of ["10:15:00", "10:15:01.25", "23:59:59.999999"])
        await ask(`insert into ${place}chime values ('${at}', 'rung')`);
      const { output: definition, diagnostics } = loadDefinition(definitionOver(place));
      if (definition === undefined) throw new Error(JSON.stringify(diagnostics));
      engine = await createEngine({ definition, store: database.store, services });
    });
    afterAll(async () => {
      await engine.close();
      await database.dispose();
    });

    const rowsOf = async (result: Promise<Result>) => {
      const answer = await result;
      expect(answer.ok ? [] : answer.diagnostics).toEqual([]);
      return answer.ok ? answer.rows : [];
    };
    const notesOf = async (result: Promise<Result>) => (await rowsOf(result)).map(({ Note }) => Note);
    const codesOf = async (result: Promise<Result>) => {
      const answer = await result;
      return answer.ok ? [] : answer.diagnostics.map(({ code }) => code);
    };

    test("a row of a DateTime key is found, edited and deleted by the key that it is read with", async () => {
      const [whole, begun, last] = (await rowsOf(engine.find("Visits"))).map(({ Door, At }) => ({
        Door,
        At,
      }));
      expect([whole, begun, last].map((key) => key?.At)).toEqual([
        "2026-03-01T10:00:00",
        "2026-03-01T10:00:01",
        "2026-03-01T23:59:59",
      ]);
      for (const [key, note] of [
        [whole, "whole"],
        [begun, "begun"],
        [last, "last"],
      ] as const)
        expect(await notesOf(engine.find("Visits", { keys: [key ?? {}] }))).toEqual([note]);
      expect(await notesOf(engine.edit("Visits", [{ ...begun, Note: "changed" }]))).toEqual(["changed"]);
      expect(await codesOf(engine.add("Visits", [{ ...begun, Note: "again" }]))).toEqual(["key/duplicate"]);
      await rowsOf(engine.delete("Visits", [last ?? {}]));
      const { place } = database;
      expect(await database.ask(`select note from ${place}visit where door = 1 order by at`)).toEqual([
        { note: "whole" },
        { note: "changed" },
      ]);
    });

    test("an added row has the moment that was sent", async () => {
      const row = { Door: 2, At: "2026-03-02T08:00:00", Note: "new" };
      expect(await rowsOf(engine.add("Visits", [row]))).toMatchObject([row]);
      expect(await codesOf(engine.add("Visits", [row]))).toEqual(["key/duplicate"]);
      await rowsOf(engine.delete("Visits", [row]));
    });

    test("a row of a Time key is found by the key that it is read with", async () => {
      const keys = (await rowsOf(engine.find("Chimes"))).map(({ At }) => ({ At: At ?? null }));
      expect(keys.map(({ At }) => At)).toEqual(["10:15:00", "10:15:01", "23:59:59"]);
      expect(await rowsOf(engine.find("Chimes", { keys }))).toHaveLength(3);
    });

    test("several rows within one second are none of a DateTime's, and nothing is written to any of them", async () => {
      const { ask, place } = database;
      const at = "2026-03-05T12:00:00";
      for (const fraction of [".1", ".2"])
        await ask(`insert into ${place}visit values (3, '2026-03-05 12:00:00${fraction}', 'either')`);
      const key = { Door: 3, At: at };
      expect(await codesOf(engine.find("Visits", { keys: [key] }))).toEqual(["server/unreadable-value"]);
      expect(await codesOf(engine.edit("Visits", [{ ...key, Note: "x" }]))).toEqual([
        "server/unreadable-value",
      ]);
      expect(await codesOf(engine.delete("Visits", [key]))).toEqual(["server/unreadable-value"]);
      expect(await codesOf(engine.add("Visits", [key]))).toEqual(["key/duplicate"]);
      expect(await ask(`select note from ${place}visit where door = 3`)).toEqual([
        { note: "either" },
        { note: "either" },
      ]);
      await ask(`delete from ${place}visit where door = 3`);
    });

    test("as a Text the key of a moment is exact to the fraction", async () => {
      const rows = await rowsOf(engine.find("Ticks"));
      expect(rows.map(({ Note, On }) => [Note, On])).toEqual([
        ["whole", "2026-03-01T10:00:00"],
        ["begun", "2026-03-01T10:00:01"],
        ["last", "2026-03-01T23:59:59"],
      ]);
      const [, begun, last] = rows.map(({ At }) => ({ At: At ?? null }));
      expect(String(begun?.At)).toMatch(/^2026-03-01[T ]10:00:01\.5/u);
      expect(await notesOf(engine.find("Ticks", { keys: [last ?? {}, begun ?? {}] }))).toEqual([
        "begun",
        "last",
      ]);
      expect(await notesOf(engine.edit("Ticks", [{ ...begun, Note: "changed" }]))).toEqual(["changed"]);
      expect(await rowsOf(engine.find("Ticks", { keys: UNKNOWN.map((At) => ({ At })) }))).toEqual([]);
      const selector = 'FILTER(Ticks, AND([On] >= "03/01/2026 10:00:01", [On] < "03/01/2026 10:00:02"))';
      expect(await notesOf(engine.find("Ticks", { selector }))).toEqual(["changed"]);
      const [added] = await rowsOf(engine.add("Ticks", [{ At: String(begun?.At).replace("01.5", "07.5") }]));
      expect(added?.On).toBe("2026-03-01T10:00:07");
      await rowsOf(engine.delete("Ticks", [{ At: added?.At ?? null }, begun ?? {}]));
      expect(await database.ask(`select note from ${database.place}tick order by at`)).toEqual([
        { note: "whole" },
        { note: "last" },
      ]);
    });
  });
}

const MOMENTS = [
  ["2026-03-01 10:00:00", "whole"],
  ["2026-03-01 10:00:01.5", "begun"],
  ["2026-03-01 23:59:59.999999", "last"],
] as const;

const UNKNOWN = [
  "2026-03-01 10:00:01",
  "2026-02-30T10:00:01.5",
  "2026-03-01T25:00:00",
  "yesterday",
  "infinity",
  "9999999-01-01T00:00:00",
];

const definitionOver = (place: string) => `
tablewright: 1
app: { id: rental, name: Moments, timezone: UTC, locale: en-US }
tables:
  Visits:
    source: ${place}visit
    key: [Door, At]
    columns:
      Door: { type: Number, source: door }
      At: { type: DateTime, source: at }
      Note: { type: Text, source: note }
  Chimes:
    source: ${place}chime
    key: [At]
    columns:
      At: { type: Time, source: at }
      Note: { type: Text, source: note }
  Ticks:
    source: ${place}tick
    key: [At]
    columns:
      At: { type: Text, source: at }
      On: { type: DateTime, virtual: true, formula: "DATETIME(LEFT([At], 19))" }
      Note: { type: Text, source: note }
`;

const services = { now: () => Date.UTC(2026, 0, 5), random: Math.random, newId: () => crypto.randomUUID() };

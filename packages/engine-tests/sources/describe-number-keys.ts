import { createEngine, type Engine, loadDefinition, type Result } from "@tablewright/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SourceDatabase } from "./source-database.ts";

/** Registers the tests of keys with numbers of another program that a double does not hold as they are. */
export function describeNumberKeys(name: string, make: () => Promise<SourceDatabase>): void {
  describe(`keys of numbers on ${name}`, () => {
    let database: SourceDatabase;
    let engine: Engine;
    beforeAll(async () => {
      database = await make();
      const { ask, place, realType } = database;
      for (const table of ["parcel", "receipt"])
        await ask(`create table ${place}${table} (id bigint primary key, note varchar(40))`);
      for (const id of ["7", LARGE])
        for (const table of ["parcel", "receipt"])
          await ask(`insert into ${place}${table} values (${id}, 'note ${id}')`);
      await ask(`create table ${place}dose (grams ${realType} primary key, note varchar(40))`);
      for (const grams of GRAMS) await ask(`insert into ${place}dose values (${grams}, 'note ${grams}')`);
      await ask(
        `create table ${place}kept (id int primary key, note varchar(40), n decimal(38,18), f double precision)`,
      );
      await ask(
        `insert into ${place}kept values (1, 'a', 1.234567890123456789, 0.30000000000000004e0), (2, 'b', 12345678901234567890.5, 1.7976931348623157e308), (3, 'c', 1234567890123456.7891, null)`,
      );
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

    test("a whole number that is not exact is blank, and a warning shows it as it is", async () => {
      for (const properties of [{}, { Selector: 'FILTER(Numbers, [Note] <> "")' }]) {
        const answer = await engine.find("Numbers", { properties });
        const message = expect.stringContaining(`"${LARGE}", which the database has there`);
        expect(answer).toMatchObject({ ok: true, warnings: [{ code: "row/unreadable-value", message }] });
      }
      expect(await notesOf(engine.find("Numbers", { keys: [{ Id: 7 }] }))).toEqual(["note 7"]);
    });

    test("a row that is sent back as it was read keeps the digits that its reader did not see", async () => {
      const { ask, place } = database;
      const stored = () =>
        ask(`select cast(n as char(60)) as n, cast(f as char(60)) as f from ${place}kept order by id`);
      const before = await stored();
      const rows = await rowsOf(engine.find("Kept"));
      expect(rows.map(({ N, F }) => [N, F])).toEqual([
        [1.23456789012346, 0.3],
        [12345678901234600000, 1.7976931348623157e308],
        [1234567890123457, null],
      ]);
      const sent = rows.map(({ Id = null, N = null, F = null }) => ({ Id, N, F, Note: "new" }));
      expect(await notesOf(engine.edit("Kept", sent))).toEqual(["new", "new", "new"]);
      expect(await stored()).toEqual(before);
      await rowsOf(engine.edit("Kept", [{ Id: 1, N: 2.5, F: 0.1 + 0.7 }]));
      expect(await rowsOf(engine.find("Kept", { keys: [{ Id: 1 }] }))).toMatchObject([{ N: 2.5, F: 0.8 }]);
    });

    test("as a Text it is exact", async () => {
      expect((await rowsOf(engine.find("Parcels"))).map(({ Id }) => Id).toSorted()).toEqual(["7", LARGE]);
      const keys = [LARGE, "9007199254740992", "07", "9".repeat(19), "9".repeat(25), "x"].map((Id) => ({
        Id,
      }));
      expect(await notesOf(engine.find("Parcels", { keys }))).toEqual([`note ${LARGE}`]);
      const selector = `FILTER(Parcels, [Id] = "${LARGE}")`;
      expect(await notesOf(engine.find("Parcels", { selector }))).toEqual([`note ${LARGE}`]);
      expect(await notesOf(engine.edit("Parcels", [{ Id: LARGE, Note: "changed" }]))).toEqual(["changed"]);
      const next = "9007199254740995";
      expect(await notesOf(engine.add("Parcels", [{ Id: next, Note: "new" }]))).toEqual(["new"]);
      const { ask, place } = database;
      const [seen] = await ask(`select note from ${place}parcel where id = ${next}`);
      expect(seen).toEqual({ note: "new" });
      await rowsOf(engine.delete("Parcels", [{ Id: next }]));
      await rowsOf(engine.edit("Parcels", [{ Id: LARGE, Note: `note ${LARGE}` }]));
      expect(await ask(`select note from ${place}parcel order by id`)).toHaveLength(2);
    });

    test("a key of 32 bits is found as it is read", async () => {
      const keys = (await rowsOf(engine.find("Doses"))).map(({ Grams }) => ({ Grams: Grams ?? null }));
      expect(keys).toEqual(GRAMS.map((Grams) => ({ Grams })));
      expect(await notesOf(engine.find("Doses", { selector: "FILTER(Doses, [Grams] > 1234566)" }))).toEqual([
        "note 1234567",
      ]);
      for (const key of keys)
        expect(await notesOf(engine.find("Doses", { keys: [key] }))).toEqual([`note ${key.Grams}`]);
      expect(await notesOf(engine.find("Doses", { selector: "FILTER(Doses, [Grams] = 0.1)" }))).toEqual([
        "note 0.1",
      ]);
      expect(await notesOf(engine.edit("Doses", [{ ...keys[0], Note: "x" }]))).toEqual(["x"]);
      await rowsOf(engine.delete("Doses", keys.slice(0, 1)));
      expect(await rowsOf(engine.find("Doses"))).toHaveLength(GRAMS.length - 1);
    });
  });
}

/** The first whole number that no double is, and so that no number of JavaScript is. */
const LARGE = "9007199254740993";

/** Numbers that 32 bits hold, such that no shorter one gives the same. */
const GRAMS = [0.1, 0.1234567, 2.5, 1234567];

const definitionOver = (place: string) => `
tablewright: 1
app: { id: rental, name: Numbers, timezone: UTC, locale: en-US }
tables:
  Numbers:
    source: ${place}receipt
    key: [Id]
    columns:
      Id: { type: Number, source: id }
      Note: { type: Text, source: note }
  Parcels:
    source: ${place}parcel
    key: [Id]
    columns:
      Id: { type: Text, source: id }
      Note: { type: Text, source: note }
  Kept:
    source: ${place}kept
    key: [Id]
    columns:
      Id: { type: Number, source: id }
      Note: { type: Text, source: note }
      N: { type: Decimal, source: n }
      F: { type: Decimal, source: f }
  Doses:
    source: ${place}dose
    key: [Grams]
    columns:
      Grams: { type: Decimal, source: grams }
      Note: { type: Text, source: note }
`;

const services = { now: () => Date.UTC(2026, 0, 5), random: Math.random, newId: () => crypto.randomUUID() };

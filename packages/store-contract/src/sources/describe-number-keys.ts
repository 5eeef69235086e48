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
      for (const grams of [0.1, 2.5])
        await ask(`insert into ${place}dose values (${grams}, 'note ${grams}')`);
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

    test("a whole number that is not exact is an error that shows it as it is", async () => {
      for (const properties of [{}, { Selector: 'FILTER(Numbers, [Note] <> "")' }]) {
        const answer = await engine.find("Numbers", { properties });
        expect(answer.ok ? [] : answer.diagnostics).toMatchObject([
          {
            code: "server/unreadable-value",
            message: expect.stringContaining(`"${LARGE}" in the row "${LARGE}"`),
          },
        ]);
      }
      expect(await notesOf(engine.find("Numbers", { keys: [{ Id: 7 }] }))).toEqual(["note 7"]);
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
      expect(keys).toEqual([{ Grams: 0.1 }, { Grams: 2.5 }]);
      for (const key of keys)
        expect(await notesOf(engine.find("Doses", { keys: [key] }))).toEqual([`note ${key.Grams}`]);
      expect(await notesOf(engine.find("Doses", { selector: "FILTER(Doses, [Grams] = 0.1)" }))).toEqual([
        "note 0.1",
      ]);
      expect(await notesOf(engine.edit("Doses", [{ ...keys[0], Note: "x" }]))).toEqual(["x"]);
      await rowsOf(engine.delete("Doses", keys.slice(0, 1)));
      expect(await rowsOf(engine.find("Doses"))).toHaveLength(1);
    });
  });
}

/** The first whole number that no double is, and so that no number of JavaScript is. */
const LARGE = "9007199254740993";

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
  Doses:
    source: ${place}dose
    key: [Grams]
    columns:
      Grams: { type: Decimal, source: grams }
      Note: { type: Text, source: note }
`;

const services = { now: () => Date.UTC(2026, 0, 5), random: Math.random, newId: () => crypto.randomUUID() };

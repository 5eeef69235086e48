import { createEngine, type Engine, loadDefinition } from "@tablewright/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SourceDatabase } from "./source-database.ts";

/** Registers the tests of columns of other types that a definition declares as texts. */
export function describeTextColumns(name: string, make: () => Promise<SourceDatabase>): void {
  describe(`texts of columns of other types on ${name}`, () => {
    let database: SourceDatabase;
    let engine: Engine;
    beforeAll(async () => {
      database = await make();
      const { ask, place } = database;
      for (const [at, { type, values }] of database.textTypes.entries()) {
        await ask(`create table ${place}told_${at} (id int primary key, v ${type})`);
        for (const [row, value] of [...values, "null"].entries())
          await ask(`insert into ${place}told_${at} values (${row}, ${value})`);
      }
      const tables = database.textTypes.map((_, at) => tableOver(place, at));
      const { output: definition, diagnostics } = loadDefinition(`${HEAD}${tables.join("")}`);
      if (definition === undefined) throw new Error(JSON.stringify(diagnostics));
      engine = await createEngine({ definition, store: database.store, services });
    });
    afterAll(async () => {
      await engine.close();
      await database.dispose();
    });

    const told = async (at: number) => {
      const { ask, place } = database;
      const rows = await ask(`select cast(v as char(60)) as v from ${place}told_${at} where id = 1`);
      return JSON.stringify(rows);
    };

    test("are read, compared, sorted and sent back as the texts that they are", async () => {
      for (const [at, { type, texts }] of database.textTypes.entries()) {
        const table = `Told${at}`;
        const idsOf = async (selector: string) => {
          const result = await engine.find(table, { selector });
          return result.ok ? result.rows.map(({ Id }) => Id) : result.diagnostics;
        };
        const found = await engine.find(table);
        expect.soft(found.ok && found.rows.map(({ V }) => V), type).toEqual([...texts, null]);
        const [first, second] = texts.map((one) => `"${one.replaceAll('"', '""')}"`);
        const byText = [...texts.keys()].sort((a, b) => ((texts[a] ?? "") < (texts[b] ?? "") ? -1 : 1));
        const rowsWith = (test: (text: string | undefined) => boolean) =>
          [...texts.keys()].filter((row) => test(texts[row]));
        const conditions: readonly (readonly [string, readonly number[]])[] = [
          [`FILTER(${table}, [V] = ${first})`, rowsWith((one) => one === texts[0])],
          [`FILTER(${table}, [V] <> ${second})`, [...rowsWith((one) => one !== texts[1]), 3]],
          [`FILTER(${table}, LEFT([V], 99) = ${second})`, rowsWith((one) => one === texts[1])],
          [`FILTER(${table}, ISBLANK([V]))`, [3]],
          [`ORDERBY(FILTER(${table}, TRUE), [V])`, [3, ...byText]],
        ];
        for (const [selector, ids] of conditions)
          expect.soft([type, selector, await idsOf(selector)]).toEqual([type, selector, ids]);
        const before = await told(at);
        const row = found.ok ? found.rows[1] : undefined;
        const sent = { Id: row?.Id ?? null, V: row?.V ?? null };
        expect.soft(await engine.edit(table, [sent]), type).toMatchObject({ ok: true });
        expect.soft([type, await told(at)]).toEqual([type, before]);
        const copied = [{ Id: 9, V: sent.V }];
        expect.soft(await engine.add(table, copied), type).toMatchObject({ ok: true, rows: [{ V: sent.V }] });
        const moved = await engine.edit(table, [{ Id: 9, V: texts[2] ?? null }]);
        expect.soft(moved, type).toMatchObject({ ok: true, rows: [{ V: texts[2] }] });
      }
    });

    test("are refused at their row and column where the database would make another one of them", async () => {
      for (const [at, { type, changed }] of database.textTypes.entries()) {
        if (changed === undefined) continue;
        const before = await told(at);
        for (const action of ["Edit", "Add"]) {
          const rows = [{ Id: action === "Edit" ? 1 : 20, V: changed }];
          const refused = await engine.execute({ action, table: `Told${at}`, rows });
          const error = { code: "rule/constraint", row: 1, column: "V" };
          expect.soft(refused, `${action} ${changed} in ${type}`).toMatchObject({ diagnostics: [error] });
        }
        expect.soft(await told(at), type).toEqual(before);
      }
    });
  });
}

const HEAD = `
tablewright: 1
app: { id: told, name: Told, timezone: UTC, locale: en-US }
tables:`;

const tableOver = (place: string, at: number) => `
  Told${at}:
    source: ${place}told_${at}
    key: [Id]
    columns:
      Id: { type: Number, source: id }
      V: { type: Text, source: v }
`;

const services = { now: () => Date.UTC(2026, 0, 5), random: Math.random, newId: () => crypto.randomUUID() };

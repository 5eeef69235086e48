import {
  createEngine,
  type Engine,
  loadDefinition,
  type Properties,
  type ResultRow,
} from "@tablewright/core";
import { randomRuns } from "@tablewright/store-contract/parts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OddValue, SourceDatabase } from "./source-database.ts";

/** Registers the tests of each value that columns of a database may hold and that has no counterpart. */
export function describeOddValues(name: string, make: () => Promise<SourceDatabase>): void {
  describe(`values without counterpart on ${name}`, () => {
    let database: SourceDatabase;
    let engine: Engine;
    beforeAll(async () => {
      database = await make();
      const { ask, place, oddValues } = database;
      for (const [at, { type, odd, good }] of oddValues.entries()) {
        for (const table of [`${place}odd_${at}`, `${place}guarded_${at}`]) {
          await ask(`create table ${table} (id int primary key, name varchar(40), v ${type})`);
          await ask(`insert into ${table} values (1, 'a', ${good}), (2, 'b', ${odd}), (3, 'c', null)`);
        }
      }
      await ask(`create table ${place}areas (id int primary key, name varchar(40))`);
      await ask(`insert into ${place}areas values (1, 'north')`);
      await ask(`create table ${place}ways (id bigint primary key, area int)`);
      await ask(`insert into ${place}ways values (5, 1), (${LARGE}, 1)`);
      const { output: definition, diagnostics } = loadDefinition(definitionOfOdd(place, oddValues));
      if (definition === undefined) throw new Error(JSON.stringify(diagnostics));
      engine = await createEngine({ definition, store: database.store, services });
    });
    afterAll(async () => {
      await engine.close();
      await database.dispose();
    });

    test("in a key leave the lists of other tables whole, and the rows beside them", async () => {
      const areas = await engine.find("Areas");
      expect(areas).toMatchObject({ ok: true, rows: [{ Name: "north" }], warnings: [] });
      expect(areas.ok && areas.rows[0]?.["Related Ways"]).toEqual([5, null]);
      const ways = await engine.find("Ways");
      expect(ways).toMatchObject({ ok: true, warnings: [{ code: "row/unreadable-value", column: "Id" }] });
      expect(ways.ok && ways.rows.map(({ Area }) => Area)).toEqual([1, 1]);
      const summary = await engine.summarise({ table: "Ways", values: { N: "COUNT", Last: { MAX: "Id" } } });
      expect(summary).toMatchObject({ ok: true, rows: [{ N: 2, Last: 5 }] });
    });

    test("stay as they are in any row that is sent back, whatever other columns become", async () => {
      const { ask, place, oddValues } = database;
      const some = fc.record({
        at: fc.nat(oddValues.length - 1),
        held: fc.constantFrom("odd", "good", "null"),
        name: fc.stringMatching(/^\w{1,5}$/u),
      });
      await fc.assert(
        fc.asyncProperty(some, async ({ at, held, name }) => {
          const table = `${place}odd_${at}`;
          const value = held === "null" ? "null" : oddValues[at]?.[held as "odd" | "good"];
          await ask(`delete from ${table} where id = 7`);
          await ask(`insert into ${table} values (7, 'a', ${value})`);
          const stored = () => ask(`select cast(v as char(40)) as v from ${table} where id = 7`);
          const before = await stored();
          const found = await engine.execute({
            ...{ action: "Find", table: `Odd${at}`, rows: [{ Id: 7 }], wire: "typed" },
          });
          const { _RowNumber: _, ...cells } = found.ok ? (found.rows[0] as ResultRow) : {};
          const rows = [{ ...cells, Name: name }];
          const edited = await engine.execute({ action: "Edit", table: `Odd${at}`, rows, wire: "typed" });
          expect(edited).toMatchObject({ ok: true, rows: [{ ...cells, Name: name }] });
          expect(await stored()).toEqual(before);
          await ask(`delete from ${table} where id = 7`);
        }),
        { numRuns: randomRuns(40) },
      );
    });

    test("are blank in the history, the feed and rows as they were, and are not undone to a blank", async () => {
      const changesOf = async (after?: string) => {
        const { output, diagnostics } = await engine.changes({
          ...(after === undefined ? {} : { after }),
          limit: 100,
        });
        expect(diagnostics).toEqual([]);
        return output ?? { changes: [], cursor: "" };
      };
      for (const [at, { answer, type, isBlank = false, odd, column }] of database.oddValues.entries()) {
        if (isBlank) continue;
        const [table, about] = [`Odd${at}`, `${odd} in ${type}`];
        const execute = async (action: string, row: ResultRow) =>
          expect
            .soft(await engine.execute({ action, table, rows: [row], wire: "typed" }), about)
            .toMatchObject({ ok: true });
        await database.ask(`insert into ${database.place}odd_${at} values (8, 'a', ${odd})`);
        const { cursor } = await changesOf();
        await execute("Edit", { Id: 8, Name: "named" });
        await execute("Edit", { Id: 8, V: answer as string });
        await database.ask(`update ${database.place}odd_${at} set v = ${odd} where id = 8`);
        await execute("Delete", { Id: 8 });
        const blank = column === "EnumList" ? [] : null;
        const expected = [
          { operation: "edit", before: { Name: "a" }, after: { Name: "named" } },
          { operation: "edit", before: { V: null }, after: { V: answer }, unreadable: ["V"] },
          { operation: "delete", before: { Id: 8, Name: "named", V: null }, after: null, unreadable: ["V"] },
        ];
        const history = await engine.history({ table, key: "8" });
        expect.soft(history.output?.versions, about).toMatchObject(expected);
        expect.soft(history.output?.versions[0], about).not.toHaveProperty("unreadable");
        const { changes } = await changesOf(cursor);
        expect.soft(changes, about).toMatchObject(expected);
        const warning = { code: "row/unreadable-value", column: "V", key: "8" };
        for (const [point, Name] of [
          [cursor, "a"],
          [changes[0]?.cursor, "named"],
        ] as const) {
          const properties = { AsOf: point ?? "" };
          const past = await engine.execute({
            action: "Find",
            table,
            rows: [{ Id: 8 }],
            properties,
            wire: "typed",
          });
          expect.soft(past, about).toMatchObject({ rows: [{ Id: 8, Name, V: blank }], warnings: [warning] });
        }
        expect.soft(await engine.undo({ call: changes[2]?.call ?? "" }), about).toMatchObject({
          diagnostics: [{ code: "history/undo-unrecorded", key: "8" }],
        });
      }
    });

    test("are blank in what is exported, with a warning", async () => {
      for (const [at, { isBlank = false, odd, good, type }] of database.oddValues.entries()) {
        const [table, about] = [`${database.place}odd_${at}`, `${odd} in ${type}`];
        await database.ask(`delete from ${table} where id in (4, 5)`);
        await database.ask(`insert into ${table} values (4, 'd', ${good}), (5, 'e', ${odd})`);
        const result = await engine.unload([`Odd${at}`], () => {}, { cells: "text" });
        const keys = result.ok ? result.warnings.map(({ code, column, key }) => [code, column, key]) : [];
        const expected = isBlank ? [] : [["row/unreadable-value", "V", "5"]];
        expect.soft([about, keys.filter(([, , key]) => key === "5")]).toEqual([about, expected]);
        expect.soft([about, keys.filter(([, , key]) => key === "4")]).toEqual([about, []]);
        if (odd.startsWith("x'"))
          expect.soft(JSON.stringify(result)).toContain(`${odd}, which the database has`);
        await database.ask(`delete from ${table} where id in (4, 5)`);
      }
    });

    test("in a row that is asked for are named by why, where a condition takes them for blanks", async () => {
      for (const [at, { isBlank = false, odd, expression, type, column }] of database.oddValues.entries()) {
        if (isBlank || column === "EnumList") continue;
        const table = `Odd${at}`;
        await database.ask(`insert into ${database.place}odd_${at} values (6, 'a', ${odd})`);
        const properties = { Selector: `FILTER(${table}, [V] = ${expression})` };
        const { trace } = await engine.why({ action: "Find", table, rows: [{ Id: 6 }], properties });
        expect.soft(JSON.stringify(trace), `${odd} in ${type}`).toContain("is taken for a blank");
        await database.ask(`delete from ${database.place}odd_${at} where id = 6`);
      }
    });

    test("are blank with a warning, and neither spoil other cells nor change", async () => {
      for (const [
        at,
        { answer, expression, type, isBlank = false, odd, column },
      ] of database.oddValues.entries()) {
        const table = `Odd${at}`;
        const about = `${odd} in ${type}`;
        const execute = (action: string, rows: readonly ResultRow[], properties: Properties = {}) =>
          engine.execute({ action, table, properties, rows, wire: "typed" });
        const stored = async () =>
          (
            await database.ask(`select cast(v as char(40)) as v from ${database.place}odd_${at} where id = 2`)
          )[0];
        const before = await stored();
        const found = await execute("Find", []);
        const blank = column === "EnumList" ? [] : null;
        expect
          .soft(found, about)
          .toMatchObject({ ok: true, rows: [{ V: answer }, { V: blank }, { V: blank }] });
        const warning = { code: "row/unreadable-value", severity: "warning", column: "V", key: "2" };
        expect.soft(found, about).toMatchObject({ warnings: isBlank ? [] : [warning] });
        const narrow = await execute("Find", [], { Columns: ["Id", "Name"] });
        expect.soft(narrow, about).toMatchObject({ ok: true, rows: [{}, {}, {}], warnings: [] });
        const idsOf = async (condition: string) => {
          const result = await execute("Find", [], {
            Selector: `FILTER(${table}, ${condition})`,
            Columns: ["Id"],
          });
          return [condition, result.ok ? result.rows.map(({ Id }) => Id) : result.diagnostics];
        };
        const conditions: Record<string, readonly number[]> = {
          "ISBLANK([V])": [2, 3],
          "ISNOTBLANK([V])": [1],
        };
        if (column !== "EnumList") {
          conditions[`[V] = ${expression}`] = [1];
          conditions[`[V] <> ${expression}`] = [2, 3];
          conditions[`IN([V], LIST(${expression}))`] = [1];
          conditions[`[V] = ANY(SELECT(${table}[V], [Id] = 3))`] = [2, 3];
        }
        if (!["EnumList", "Yes/No", "Text"].includes(column)) {
          conditions[`[V] >= ${expression}`] = [1];
          conditions[`[V] < ${expression}`] = [];
          conditions[`NOT([V] > ${expression})`] = [1, 2, 3];
          conditions[`[V] = MAX(${table}[V])`] = [1];
        }
        for (const [condition, ids] of Object.entries(conditions))
          expect.soft(await idsOf(condition), about).toEqual([condition, ids]);
        const guarded = await engine.find(`Guarded${at}`);
        const shown = guarded.ok ? guarded.rows.map(({ Id }) => Id) : guarded.diagnostics;
        expect.soft([about, shown]).toEqual([about, isBlank ? [1, 2, 3] : [1, 3]]);
        const named = { action: "Find", table: `Guarded${at}`, rows: [{ Id: 2 }] };
        expect.soft(await engine.execute(named), about).toMatchObject({ rows: isBlank ? [{ Id: 2 }] : [] });
        const row = found.ok ? (found.rows[1] as ResultRow) : {};
        const { _RowNumber: _, ...cells } = row;
        expect.soft(await execute("Edit", [{ ...cells, Name: "new" }]), about).toMatchObject({ ok: true });
        expect.soft([await stored(), about]).toEqual([before, about]);
        const mended = await execute("Edit", [{ Id: 2, V: answer as string }]);
        expect
          .soft(mended, about)
          .toMatchObject({ ok: true, rows: [{ Name: "new", V: answer }], warnings: [] });
        await database.ask(`update ${database.place}odd_${at} set v = ${odd} where id = 2`);
        expect.soft(await execute("Delete", [{ Id: 2 }]), about).toMatchObject({ ok: true });
        expect.soft(await stored(), about).toBeUndefined();
      }
    });
  });
}

const definitionOfOdd = (place: string, oddValues: readonly OddValue[]) => `
tablewright: 1
app: { id: odd, name: Odd, timezone: UTC, locale: en-US, history: { keep: 30d } }
tables:
${oddValues
  .map(
    ({ column }, at) => `
  Odd${at}:
    source: ${place}odd_${at}
    key: [Id]
    columns:
      Id: { type: Number, source: id }
      Name: { type: Text, source: name }
      V: { type: ${column === "EnumList" ? 'EnumList, values: ["a", "b"]' : column}, source: v }
  Guarded${at}:
    source: ${place}guarded_${at}
    key: [Id]
    securityFilter: 'OR([Id] > 0, ISBLANK([V]))'
    columns:
      Id: { type: Number, source: id }
      V: { type: ${column === "EnumList" ? 'EnumList, values: ["a", "b"]' : column}, source: v }`,
  )
  .join("")}
  Areas:
    source: ${place}areas
    key: [Id]
    columns:
      Id: { type: Number, source: id }
      Name: { type: Text, source: name }
  Ways:
    source: ${place}ways
    key: [Id]
    columns:
      Id: { type: Number, source: id }
      Area: { type: Ref, table: Areas, source: area }
`;

const services = { now: () => Date.UTC(2026, 0, 5), random: Math.random, newId: () => crypto.randomUUID() };

/** A whole number that no number of JavaScript is. */
const LARGE = "9223372036854775807";

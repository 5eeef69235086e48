import {
  createEngine,
  type Engine,
  type LogEntry,
  loadDefinition,
  type Properties,
  type Result,
  type ResultRow,
} from "@tablewright/core";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OddValue, SourceDatabase } from "./source-database.ts";

/** Security filters by the names of their tables. In each the row of Ann is seen by her, and the unreadable one of Bob is not. */
const FILTERS = {
  Plain: "[Owner] = USEREMAIL()",
  Textual: "CONTAINS(UPPER([Owner]), UPPER(USEREMAIL()))",
  Joined: "IN([Owner], SELECT(Permits[Person], [Person] = USEREMAIL()))",
  Counted: "COUNT(SELECT(Permits[Person], AND([Person] = [_THISROW].[Owner], [Person] = USEREMAIL()))) = 1",
  Followed: "[Owner].[Floor] = 1",
  Numeric: "AND([Pin] < 100, [Owner] = USEREMAIL())",
  Different: "[Pin] <> 7",
  Blank: "OR(ISBLANK([Pin]), [Pin] < 100)",
  Either: 'OR([Owner] = "bob", [Pin] <> 7)',
  Computed: "ISBLANK([Above])",
  Reached: "[Owner].[Pin] <> 7",
  Searched: "COUNT(SELECT(Permits[Person], AND([Person] = [_THISROW].[Owner], [Pin] = 7))) = 0",
};

/** Registers the tests of values that another program put into a table and that are none of their columns' types. */
export function describeUnreadableValues(name: string, make: () => Promise<SourceDatabase>): void {
  describeOddValues(name, make);
  describe(`unreadable values on ${name}`, () => {
    let database: SourceDatabase;
    let engine: Engine;
    const logged: LogEntry[] = [];
    beforeAll(async () => {
      database = await make();
      const { ask, place } = database;
      for (const name of [...Object.keys(FILTERS), "Open"]) {
        const table = name.toLowerCase();
        await ask(`create table ${place}pins_${table} (id int primary key, owner varchar(40), pin bigint)`);
        await ask(`insert into ${place}pins_${table} values (1, 'ann', 1), (2, 'bob', ${LARGE})`);
      }
      await ask(`create table ${place}permits (person varchar(40) primary key, floor_no int, pin bigint)`);
      await ask(`insert into ${place}permits values ('ann', 1, 1), ('bob', 2, ${LARGE})`);
      const { output: definition, diagnostics } = loadDefinition(definitionOver(place));
      if (definition === undefined) throw new Error(JSON.stringify(diagnostics));
      const log = (entry: LogEntry) => logged.push(entry);
      engine = await createEngine({ definition, store: database.store, services: { ...services, log } });
    });
    afterAll(async () => {
      await engine.close();
      await database.dispose();
    });

    const ann = { caller: { email: "ann" } } as const;
    const find = (table: string, properties: Properties = {}, keys: number[] = []) =>
      engine.execute({ action: "Find", table, properties, rows: keys.map((Id) => ({ Id })), ...ann });
    const idsOf = async (result: Promise<Result>) => {
      const answer = await result;
      return answer.ok ? answer.rows.map(({ Id }) => Id) : answer.diagnostics;
    };

    test.each(Object.keys(FILTERS))(
      "in a row that a filter hides are as if the row was missing: %s",
      async (table) => {
        expect(await idsOf(find(table))).toEqual([1]);
        for (const id of [2, 3]) expect(await idsOf(find(table, {}, [id]))).toEqual([]);
        for (const condition of ["TRUE", "[Pin] > 0", 'RIGHT("x" & [Owner], 2) <> "xy"'])
          expect(await idsOf(find(table, { Selector: `FILTER(${table}, ${condition})` }))).toEqual([1]);
        expect(await find(table, { Limit: 1, Count: true })).toMatchObject({ ok: true, count: 1 });
        const values = { N: "COUNT", Sum: { SUM: "Pin" } } as const;
        const summary = await engine.summarise({ table, by: ["Owner"], values, ...ann });
        expect(summary).toMatchObject({ ok: true, rows: [{ Owner: "ann", N: 1, Sum: 1 }] });
        const edit = { action: "Edit", table, rows: [{ Id: 2, Owner: "ann" }], ...ann };
        expect(await engine.execute(edit)).toMatchObject({ diagnostics: [{ code: "row/not-found" }] });
      },
    );

    test("in a row that a filter hides leave a warning to the operator", async () => {
      const from = logged.length;
      for (const table of ["Different", "Reached"]) await find(table, {}, [1, 2]);
      const [level, details] = ["warning", { column: "Pin" }];
      expect(logged.slice(from)).toMatchObject([
        { level, details: { ...details, table: "Different" } },
        { level, details: { ...details, table: "Permits" } },
      ]);
    });

    test("in a row that is seen are an error, in a table that asks for it, of those who read them, which shows them to those who see the column", async () => {
      const [code, shown] = ["server/unreadable-value", `"${LARGE}" in the row "2"`];
      const codeOf = async (result: Promise<Result>) => {
        const answer = await result;
        return answer.ok ? answer.rows.length : answer.diagnostics.map((one) => [one.code, one.message]);
      };
      for (const properties of [{}, { Selector: "FILTER(Open, [Pin] + 1 > 0)", Columns: ["Id"] }])
        expect(await codeOf(find("Open", properties))).toEqual([[code, expect.stringContaining(shown)]]);
      expect(await idsOf(find("Open", { Columns: ["Id", "Owner"] }))).toEqual([1, 2]);
      expect(await idsOf(find("Open", {}, [1]))).toEqual([1]);
      expect(await idsOf(find("Named"))).toEqual([1, 2]);
      const nameable = { table: (one: string) => one === "Doubled", action: () => true };
      const limited = engine.execute({ action: "Find", table: "Doubled", nameable, ...ann });
      const [message] = (await codeOf(limited)) as [[string, string]];
      expect(message[0]).toBe(code);
      for (const secret of [LARGE, "Pin", "Open", '"2"']) expect(message[1]).not.toContain(secret);
    });
  });
}

/** Registers the tests of each value that columns of a database may hold and that has no counterpart. */
function describeOddValues(name: string, make: () => Promise<SourceDatabase>): void {
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
        { numRuns: 40 },
      );
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
app: { id: odd, name: Odd, timezone: UTC, locale: en-US }
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

/** A whole number that no number of JavaScript is. */
const LARGE = "9223372036854775807";

const tableOver = (place: string, name: string, filter?: string) => `
  ${name}:
    source: ${place}pins_${name.toLowerCase()}
    key: [Id]
    ${filter === undefined ? "" : `securityFilter: '${filter}'`}
    columns:
      Id: { type: Number, source: id }
      Owner: { type: Ref, table: Permits, source: owner }
      Pin: { type: Number, source: pin }
      Above: { type: Number, virtual: true, formula: 'IF([Pin] > 100, 1, "")' }
      ${filter === undefined ? 'Twice: { type: Number, virtual: true, formula: "[Pin] * 2" }' : ""}`;

const definitionOver = (place: string) => `
tablewright: 1
app: { id: rental, name: Pins, timezone: UTC, locale: en-US }
tables:
  Permits:
    source: ${place}permits
    key: [Person]
    columns:
      Person: { type: Text, source: person }
      Floor: { type: Number, source: floor_no }
      Pin: { type: Number, source: pin }
${Object.entries(FILTERS)
  .map(([name, filter]) => tableOver(place, name, filter))
  .join("")}
${tableOver(place, "Open").replace("key: [Id]", "key: [Id]\n    strictValues: true")}
slices:
  Named: { table: Open, columns: [Id, Owner] }
  Doubled: { table: Open, columns: [Id, Twice] }
`;

const services = { now: () => Date.UTC(2026, 0, 5), random: Math.random, newId: () => crypto.randomUUID() };

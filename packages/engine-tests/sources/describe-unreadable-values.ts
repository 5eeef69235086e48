import {
  createEngine,
  type Engine,
  type LogEntry,
  loadDefinition,
  type Properties,
  type Result,
} from "@tablewright/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeOddValues } from "./describe-odd-values.ts";
import type { SourceDatabase } from "./source-database.ts";

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

/** Filters that a blank in place of the pin would let through, because it is equal to another blank. */
const LENIENT = [
  "[Owner].[Pin] = [Vacant]",
  "IN([Vacant], SELECT(Permits[Pin], [Person] = [_THISROW].[Owner]))",
  "ISNOTBLANK(SELECT(Permits[Person], AND([Person] = [_THISROW].[Owner], [Pin] >= [_THISROW].[Vacant])))",
  '[Owner].[Pin] = ""',
  'IN([Owner], SELECT(Permits[Person], [Pin] = ""))',
  "COUNT(SELECT(Permits[Person], [Pin] = 7)) = 0",
];

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
      const { output: definition, diagnostics } = loadDefinition(
        definitionOver(place, FILTERS) + strictOver(place),
      );
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

    test.each(LENIENT)("are not equal to a blank in the only filter that reads them: %s", async (filter) => {
      const text = definitionOver(database.place, { Open: `OR([Owner] = "ann", ${filter})` });
      const { output: definition, diagnostics } = loadDefinition(text);
      if (definition === undefined) throw new Error(JSON.stringify(diagnostics));
      const lone = await createEngine({ definition, store: database.store, services });
      for (const rows of [[], [{ Id: 1 }, { Id: 2 }]])
        expect(await idsOf(lone.execute({ action: "Find", table: "Open", rows, ...ann }))).toEqual([1]);
    });
  });
}

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
      Vacant: { type: Number, virtual: true, formula: 'IF(FALSE, 1, "")' }
      Above: { type: Number, virtual: true, formula: 'IF([Pin] > 100, 1, "")' }
      ${filter === undefined ? 'Twice: { type: Number, virtual: true, formula: "[Pin] * 2" }' : ""}`;

const definitionOver = (place: string, filters: Readonly<Record<string, string>>) => `
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
${Object.entries(filters)
  .map(([name, filter]) => tableOver(place, name, filter))
  .join("")}
`;

const strictOver = (place: string) => `
${tableOver(place, "Open").replace("key: [Id]", "key: [Id]\n    strictValues: true")}
slices:
  Named: { table: Open, columns: [Id, Owner] }
  Doubled: { table: Open, columns: [Id, Twice] }
`;

const services = { now: () => Date.UTC(2026, 0, 5), random: Math.random, newId: () => crypto.randomUUID() };

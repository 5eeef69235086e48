import { createEngine, type Engine, loadDefinition, type Result } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/compiler";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SourceDatabase, SourceLists } from "./source-database.ts";

/** Registers the tests of columns of another program that hold lists of values, single bits or JSON. */
export function describeListColumns(name: string, make: () => Promise<SourceDatabase>): void {
  describe(`columns of lists on ${name}`, () => {
    let database: SourceDatabase;
    let lists: SourceLists;
    let engine: Engine;
    beforeAll(async () => {
      database = await make();
      const { ask, place } = database;
      lists = database.lists ?? expect.fail("The database has no lists.");
      for (const sql of lists.prepared) await ask(sql);
      await ask(
        `create table ${place}paint (id integer primary key, colours ${lists.type}, needed ${lists.type} not null, matt bit(1), recipe json)`,
      );
      for (const [id, items] of [...PAINTS, [4, []]] as const) {
        const list = lists.literal(items);
        await ask(
          `insert into ${place}paint values (${id}, ${list}, ${list}, b'${id % 2}', '{"part": [${id}, 2.50]}')`,
        );
      }
      await ask(`insert into ${place}paint (id, needed) values (5, ${lists.literal(["red"])})`);
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
    const codeOf = async (result: Promise<Result>) => {
      const answer = await result;
      return answer.ok ? undefined : answer.diagnostics[0]?.code;
    };
    const idsOf = async (condition: string) => {
      const rows = await rowsOf(engine.find("Paints", { selector: `FILTER(Paints, ${condition})` }));
      return rows.map(({ Id }) => Id);
    };
    const shown = async (id: number) => {
      const [row] = await database.ask(
        `select ${lists.shown} as shown from ${database.place}paint where id = ${id}`,
      );
      return row?.shown;
    };
    test("are read", async () => {
      const rows = await rowsOf(engine.find("Paints"));
      expect(rows.map(({ Id, Colours, Needed, Matt }) => [Id, Colours, Needed, Matt])).toEqual([
        ...PAINTS.map(([id, items]) => [id, items, items, id % 2 === 1]),
        [4, [], [], false],
        [5, [], ["red"], null],
      ]);
      expect(rows.map(({ Recipe }) => (Recipe === null ? null : JSON.parse(String(Recipe))))).toEqual([
        ...[1, 2, 3, 4].map((id) => ({ part: [id, 2.5] })),
        null,
      ]);
    });

    const conditions: readonly [condition: string, ids: readonly JsonValue[]][] = [
      ['IN("light blue", [Colours])', [2, 3]],
      ["ISBLANK([Colours])", [4, 5]],
      ["COUNT([Colours]) > 1", [2, 3]],
      ["[Matt]", [1, 3]],
      ["NOT([Matt])", [2, 4, 5]],
      ['CONTAINS([Recipe], "[3,")', [3]],
    ];
    test.each(conditions)("are searched: %s", async (condition, ids) => {
      expect(await idsOf(condition)).toEqual(ids);
    });

    test("are written, and an item that the column does not take is an error at its row", async () => {
      const row = {
        Id: 9,
        Colours: 'a"b\\ ; red',
        Needed: ["red"],
        Matt: "TRUE",
        Recipe: '{"a": "é\\u0041"}',
      };
      const [added] = await rowsOf(engine.add("Paints", [row]));
      expect(added).toMatchObject({ Matt: true, Needed: ["red"] });
      expect([...((added?.Colours ?? []) as string[])].sort()).toEqual(['a"b\\', "red"]);
      expect(JSON.parse(String(added?.Recipe))).toEqual({ a: "éA" });
      await rowsOf(engine.edit("Paints", [{ Id: 9, Colours: ["light blue"], Matt: false }]));
      expect(await shown(9)).toBe(lists.show(["light blue"]));
      expect(await idsOf("[Id] = 9")).toEqual([9]);
      const [blanked] = await rowsOf(engine.edit("Paints", [{ Id: 9, Colours: "", Needed: "", Matt: "" }]));
      expect(blanked).toMatchObject({ Colours: [], Needed: [], Matt: null });
      for (const wrong of [{ Colours: "green" }, { Colours: ["red,light blue"] }, { Recipe: "{" }])
        expect(await codeOf(engine.edit("Paints", [{ Id: 9, ...wrong }]))).toBe("rule/constraint");
      await rowsOf(engine.delete("Paints", [{ Id: 9 }]));
    });

    test("an edit of another column leaves them as they are", async () => {
      const before = await database.ask(`select * from ${database.place}paint where id = 3`);
      await rowsOf(engine.edit("Paints", [{ Id: 3, Matt: false }]));
      await rowsOf(engine.edit("Paints", [{ Id: 3, Matt: true }]));
      expect(await database.ask(`select * from ${database.place}paint where id = 3`)).toEqual(before);
    });
  });
}

const PAINTS = [
  [1, ["red"]],
  [2, ["red", "light blue"]],
  [3, ["light blue", 'a"b\\']],
] as const;

/** Any value is let through to the database, which knows better. */
const definitionOver = (place: string) => `
tablewright: 1
app: { id: rental, name: Paints, timezone: UTC, locale: en-US }
tables:
  Paints:
    source: ${place}paint
    key: [Id]
    columns:
      Id: { type: Number, source: id }
      Colours: { type: EnumList, source: colours, allowOtherValues: true, separator: " ; " }
      Needed: { type: EnumList, source: needed, values: [red, light blue] }
      Matt: { type: Yes/No, source: matt }
      Recipe: { type: LongText, source: recipe }
`;

const services = { now: () => Date.UTC(2026, 0, 5), random: Math.random, newId: () => crypto.randomUUID() };

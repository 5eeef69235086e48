import {
  type AppDefinition,
  createEngine,
  type Engine,
  loadDefinition,
  type RefusedRow,
  type Result,
} from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/compiler";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeUse } from "./describe-use.ts";
import { rentalShop } from "./rental-shop.ts";
import type { SourceDatabase } from "./source-database.ts";

/**
 * Registers the tests of tables of another program: the sample database `sakila`, used as it is. `isShared`: the other program can
 * write while the store does.
 */
export function describeSources(name: string, isShared: boolean, make: () => Promise<SourceDatabase>): void {
  describe(`tables of another program on ${name}`, () => {
    let database: SourceDatabase;
    let engine: Engine;
    let before: string;
    beforeAll(async () => {
      database = await make();
      before = await database.dump();
      engine = await createEngine({
        definition: definitionOf(database.place),
        store: database.store,
        services,
      });
    });
    afterAll(async () => {
      await engine.close();
      await database.dispose();
    });

    const rowsOf = async (result: Promise<Result>) => {
      const answer = await result;
      expect(answer.ok ? [] : answer.diagnostics).toEqual([]);
      return answer.ok ? answer.rows.map((row) => ({ ...row })) : [];
    };
    const errorOf = async (result: Promise<Result>) => {
      const answer = await result;
      if (answer.ok) throw new Error("The call was accepted.");
      const [{ code, row, column, key, message } = { code: "none", message: "" }] = answer.diagnostics;
      return { code, row, column, key, message };
    };
    const find = (table: string, selector?: string) =>
      rowsOf(engine.find(table, selector === undefined ? {} : { selector }));
    const namesOf = async (table: string, column: string, selector: string) =>
      (await find(table, selector)).map((row) => row[column]);

    test("opening changes nothing of the other program", async () => {
      expect((await database.dump()) === before).toBe(true);
    });

    test("rows come in the order of their key, in the forms of the definition", async () => {
      const [first, second] = await find("Films");
      expect(first).toEqual({
        _RowNumber: null,
        Film: 1,
        Title: "HARBOUR NIGHTS",
        Year: 2006,
        Language: 1,
        "Sequel of": null,
        Days: 3,
        Rate: 0.99,
        Minutes: 86,
        Rating: "PG-13",
        Letters: 14,
        Changed: "2025-02-15T05:03:42",
        Dearer: 1.089,
        Spoken: "English",
        "Related Films": [2],
        "Related Copies": ["6d3cbb3e-3b35-4bd5-92a5-1d7a3f7d7a01"],
        "Related Notes": [],
      });
      expect(second).toMatchObject({ Film: 2, Year: null, Rate: 4.99, Rating: "G", "Sequel of": 1 });
    });

    const selectors: readonly [selector: string, films: readonly JsonValue[]][] = [
      ["FILTER(Films, [Film] = 2)", [2]],
      ['FILTER(Films, [Title] = "harbour nights")', [1]],
      ["FILTER(Films, [Rate] > 1)", [2]],
      ["FILTER(Films, [Rate] = 0.99)", [1]],
      ["FILTER(Films, [Rate] * 100 = 99)", [1]],
      ["FILTER(Films, [Film] * 2000000000 > 3000000000)", [2]],
      ["FILTER(Films, ISBLANK([Minutes]))", [2]],
      ["FILTER(Films, [Year] = 6)", []],
      ["FILTER(Films, [Year] > 2000)", [1]],
      ['FILTER(Films, [Changed] > "02/15/2025")', [1, 2]],
      ['FILTER(Films, [Changed] > "02/16/2025")', []],
      ['FILTER(Films, [Rating] = "g")', [2]],
      ['FILTER(Films, [Sequel of].[Title] = "HARBOUR NIGHTS")', [2]],
      ["FILTER(Films, COUNT([Related Copies]) = 1)", [1]],
      ["FILTER(Films, IN([Film], SELECT(Copies[Film], [Shelf] = 2)))", [1]],
      ["TOP(ORDERBY(FILTER(Films, TRUE), [Title], TRUE), 1)", [1]],
      ["ORDERBY(Films[Film], [Rate], TRUE)", [2, 1]],
    ];
    test.each(selectors)("%s", async (selector, films) => {
      expect(await namesOf("Films", "Film", selector)).toEqual(films);
    });

    test("keys of every kind find their rows, and such as no row can have find none", async () => {
      const byKey = (table: string, keys: readonly Record<string, JsonValue>[]) =>
        rowsOf(engine.find(table, { keys }));
      expect(await byKey("Shelves", [{ Store: 1, Number: 2 }])).toMatchObject([{ Label: null }]);
      expect(await byKey("Copies", [{ Copy: "6d3cbb3e-3b35-4bd5-92a5-1d7a3f7d7a01" }])).toHaveLength(1);
      expect(await byKey("Copies", [{ Copy: "no such copy" }])).toEqual([]);
      expect(await byKey("Films", [{ Film: 9_000_000_000 }, { Film: 2 }, { Film: 1 }])).toMatchObject([
        { Film: 1 },
        { Film: 2 },
      ]);
    });

    test("rows that are named by keys come in the same order as all of them", async () => {
      const codes = ["Zed", "Älter", "abc", "HQ", "hq 2"];
      for (const code of codes.filter((one) => one !== "HQ"))
        await database.ask(`insert into ${database.place}store_code (code) values ('${code}')`);
      const all = (await find("Codes")).map((row) => row.Code);
      expect(all).toEqual(["HQ", "Zed", "abc", "hq 2", "Älter"]);
      const named = await rowsOf(engine.find("Codes", { keys: codes.map((Code) => ({ Code })) }));
      expect(named.map((row) => row.Code)).toEqual(all);
    });

    test("a view is read, and what may not be changed is refused", async () => {
      expect(await find("Film list")).toMatchObject([
        { Film: 1, Title: "HARBOUR NIGHTS", Language: "English" },
        { Film: 2, Title: "HARBOUR DAYS", Language: "English" },
      ]);
      const refused = await errorOf(engine.add("Film list", [{ Film: 3, Title: "X" }]));
      expect(refused.code).toBe("access/not-allowed");
    });

    test("an added row has the key, the defaults and the computed columns that the database gives it", async () => {
      const [added] = await rowsOf(engine.add("Films", [{ Title: "LONG DOCK", Language: 1, Minutes: 90 }]));
      expect(added).toMatchObject({ Film: 3, Days: 3, Rate: 4.99, Rating: "G", Letters: 9, Minutes: 90 });
      expect(added?.Changed).toMatch(/^\d{4}-/u);
      const [seen] = await database.ask("select title, rental_rate, audience from film where film_id = 3");
      expect({ ...seen, rental_rate: Number(seen?.rental_rate) }).toEqual({
        title: "LONG DOCK",
        rental_rate: 4.99,
        audience: "all",
      });
    });

    test("a key that the database makes of its own is answered", async () => {
      const [added] = await rowsOf(engine.add("Copies", [{ Film: 2, Store: 1, Shelf: 1 }]));
      const key = String(added?.Copy);
      expect(key).toMatch(/^[0-9a-f-]{32,36}$/u);
      await rowsOf(engine.delete("Copies", [{ Copy: key }]));
    });

    test("an edit writes the columns that change, and answers what the triggers have made of the row", async () => {
      const [edited] = await rowsOf(engine.edit("Films", [{ Film: 2, Rate: "5.49", Title: "HARBOUR DAYS" }]));
      expect(edited).toMatchObject({ Film: 2, Rate: 5.49, Dearer: 6.039 });
      expect(String(edited?.Changed) > "2025-03").toBe(true);
    });

    test("rows of our own and of the other program stand in one definition", async () => {
      await rowsOf(engine.add("Notes", [{ Note: "n1", Film: 1, Text: "good" }]));
      expect(await find("Films", "FILTER(Films, [Film] = 1)")).toMatchObject([{ "Related Notes": ["n1"] }]);
    });

    test("what the database refuses is an error at its row, and nothing is written", async () => {
      const rows = () => find("Stores");
      const there = await rows();
      expect(
        await errorOf(
          engine.add("Stores", [
            { Store: 7, Email: "seven@example.com" },
            { Store: 8, Email: "one@example.com" },
          ]),
        ),
      ).toMatchObject({ code: "rule/constraint", row: 2, column: "Email" });
      expect(await errorOf(engine.add("Films", [{ Title: "NO LANGUAGE" }]))).toMatchObject({
        code: "rule/constraint",
        row: 1,
      });
      expect(await errorOf(engine.edit("Films", [{ Film: 1, Minutes: 9_000 }]))).toMatchObject({
        code: "rule/constraint",
        row: 1,
        key: "1",
      });
      expect(await errorOf(engine.edit("Films", [{ Film: 1, Language: 99 }]))).toMatchObject({
        code: "rule/constraint",
        row: 1,
      });
      expect(await errorOf(engine.delete("Languages", [{ Language: 1 }]))).toMatchObject({
        code: "rule/constraint",
        row: 1,
      });
      expect(await errorOf(engine.add("Stores", [{ Store: 1, Email: "x@example.com" }]))).toMatchObject({
        code: "key/duplicate",
        row: 1,
      });
      expect(await rows()).toEqual(there);
    });

    test("of rows that are loaded the database refuses single ones, and the others go in", async () => {
      const cells = [
        [1, 71],
        [1, 72],
        [99, 71],
        [1, 73],
        [98, 74],
        [1, 75],
      ];
      async function* rows() {
        yield cells.map((given) => ({ cells: given }));
      }
      const refused: string[] = [];
      const refuses = (_: object, some: readonly RefusedRow[]) => {
        for (const { position, diagnostics } of some) refused.push(`${position} ${diagnostics[0]?.code}`);
        return "";
      };
      const source = () => ({ table: "Shelves", columns: ["Store", "Number"], rows: rows() });
      const whole = await engine.load([source()], { allOrNothing: true });
      expect(whole).toMatchObject({ ok: false, diagnostics: [{ code: "rule/constraint", row: 3 }] });
      const result = await engine.load([source()], { watch: { refuses } });
      expect(result).toMatchObject({ sources: [{ rows: 6, added: 4, refused: 2 }] });
      expect([...new Set(refused)]).toEqual(["3 rule/constraint", "5 rule/constraint"]);
      const loaded = await namesOf("Shelves", "Number", "FILTER(Shelves, [Number] > 70)");
      expect(loaded).toEqual([71, 72, 73, 75]);
      await engine.delete(
        "Shelves",
        loaded.map((number) => ({ Store: 1, Number: number as number })),
      );
    });

    describeUse(isShared, () => ({ engine, database, rowsOf, find }));

    test("a deleted row is gone for the other program, too", async () => {
      const [added] = await rowsOf(engine.add("Languages", [{ Name: "Norsk" }]));
      await rowsOf(engine.delete("Languages", [{ Language: added?.Language as number }]));
      expect(await database.ask("select name from language where name = 'Norsk'")).toEqual([]);
    });

    test("times, yes/no and dates are written as the database has them", async () => {
      await rowsOf(engine.edit("Stores", [{ Store: 1, Opens: "10:15:00", Open: false }]));
      expect(await find("Stores", "FILTER(Stores, [Open] = FALSE)")).toMatchObject([{ Opens: "10:15:00" }]);
      await rowsOf(engine.edit("Stores", [{ Store: 1, Opens: "08:30:00", Open: true }]));
    });

    test("a Find by key is explained, and looks the key up", async () => {
      const explanation = await engine.explain({
        table: "Films",
        action: "Find",
        properties: { Selector: "FILTER(Films, AND([Film] = 1, [Rate] > 1))" },
      });
      expect(explanation.output?.conditions.map(({ pushed }) => pushed)).toEqual([true, true]);
      expect(JSON.stringify(explanation.output)).toContain("film_id");
    });

    test("a value that is none of its column's type is blank with a warning that names where it is", async () => {
      await database.ask(database.spoil);
      const answer = await engine.find("Rentals");
      const [warning] = answer.ok ? answer.warnings : [];
      expect(warning).toMatchObject({ code: "row/unreadable-value", column: "Returned" });
      expect(answer.ok && answer.rows.find(({ Rental }) => String(Rental) === warning?.key)).toMatchObject({
        Returned: null,
      });
      const edit = { action: "Edit", table: "Rentals", rows: [{ Rental: Number(warning?.key) }] };
      const onlyEdit = { table: () => true, action: (name: string) => name === "Edit" };
      const concealed = await engine.execute({ ...edit, nameable: onlyEdit });
      expect(concealed).toMatchObject({ ok: true, warnings: [] });
      const grouped = await engine.summarise({ table: "Rentals", by: ["Returned"] });
      expect(grouped.ok && grouped.rows.some(({ Returned }) => Returned === null)).toBe(true);
    });

    test("an expression that reads a row number is refused, as there is none", async () => {
      const answer = await engine.find("Films", { selector: "FILTER(Films, [_RowNumber] = 1)" });
      expect(answer.ok).toBe(false);
      expect(JSON.stringify(answer)).toContain("name/no-row-number");
    });

    test("what the definition says and the database has not is refused in words", async () => {
      const text = rentalShop(database.place).replace("source: release_year", "source: made_in");
      const other = loadDefinition(text);
      const open = async () =>
        createEngine({ definition: other.output as AppDefinition, store: database.store, services });
      await expect(open()).rejects.toThrow(
        'The source "made_in" of column "Year" of table "Films" is not there',
      );
    });
  });
}

const services = { now: () => Date.UTC(2026, 0, 5), random: Math.random, newId: () => crypto.randomUUID() };

function definitionOf(place: string) {
  const { output, diagnostics } = loadDefinition(rentalShop(place));
  if (output === undefined) throw new Error(JSON.stringify(diagnostics, undefined, 2));
  return output;
}

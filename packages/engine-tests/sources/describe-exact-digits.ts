import { createEngine, type Engine, loadDefinition, type Result, type UnloadedPart } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { randomRuns } from "@tablewright/store-contract/parts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SourceDatabase } from "./source-database.ts";

/** Registers the tests of columns whose numbers keep all of their digits. */
export function describeExactDigits(name: string, make: () => Promise<SourceDatabase>): void {
  describe(`exact digits on ${name}`, () => {
    let database: SourceDatabase;
    let engine: Engine;
    beforeAll(async () => {
      database = await make();
      const { ask, place, exactTypes } = database;
      await ask(
        `create table ${place}counted (id int primary key, note varchar(40), d decimal(38,0), l decimal(38,18), w ${exactTypes.whole}, f double precision)`,
      );
      await ask(`create view ${place}kept as select id, d, w from ${place}counted`);
      await ask(
        `create table ${place}measured (id int primary key, note varchar(40), n ${exactTypes.decimal}, b ${exactTypes.whole})`,
      );
      const { output: definition, diagnostics } = loadDefinition(`
tablewright: 1
app: { id: exact, name: Exact, timezone: UTC, locale: en-US, history: { keep: 30d } }
tables:
  Exact:
    source: ${place}measured
    key: [Id]
    columns:
      Id: { type: Number, source: id }
      Note: { type: Text, source: note }
      N: { type: Decimal, source: n, digits: exact }
      B: { type: Number, source: b, digits: exact }
      Twice: { type: Decimal, virtual: true, formula: "[N] * 2" }
  Kept:
    source: ${place}kept
    key: [Id]
    columns:
      Id: { type: Number, source: id }
      D: { type: Decimal, source: d, digits: exact }
      W: { type: Decimal, source: w, digits: exact }
  Rounded:
    source: ${place}counted
    key: [Id]
    columns:
      Id: { type: Number, source: id }
      Note: { type: Text, source: note }
      D: { type: Decimal, source: d }
      L: { type: Price, source: l }
      W: { type: Decimal, source: w }
      F: { type: Decimal, source: f }
`);
      if (definition === undefined) throw new Error(JSON.stringify(diagnostics));
      const now = () => Date.UTC(2026, 0, 5);
      const services = { now, random: Math.random, newId: () => crypto.randomUUID() };
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
    const put = async (rows: readonly (readonly [n: string | null, b: string | null])[]) => {
      const { ask, place } = database;
      await ask(`delete from ${place}measured`);
      for (const [at, [n, b]] of rows.entries())
        await ask(`insert into ${place}measured values (${at}, 'a', ${n ?? "null"}, ${b ?? "null"})`);
    };
    const kept = () =>
      database.ask(
        `select cast(n as char(60)) as n, cast(b as char(60)) as b from ${database.place}measured order by id`,
      );

    test("are answered, sorted, compared and written as they are", async () => {
      const { large, larger } = database.exactTypes;
      const [whole, wholer] = ["9007199254740993", "9007199254740995"];
      await put([
        [larger, whole],
        [large, wholer],
        ["2.5", "-7"],
        [null, null],
      ]);
      const cellsOf = async (result: Promise<Result>) => (await rowsOf(result)).map(({ N, B }) => [N, B]);
      const all = [
        [larger, whole],
        [large, wholer],
        ["2.5", "-7"],
        [null, null],
      ];
      for (const wire of ["typed", "spec"] as const) {
        const blank = wire === "typed" ? null : "";
        const shown = all.map((row) => row.map((cell) => cell ?? blank));
        expect(await cellsOf(engine.execute({ action: "Find", table: "Exact", wire }))).toEqual(shown);
      }
      expect(await cellsOf(engine.find("Exact", { selector: 'FILTER("Exact", [N] > 2.5)' }))).toEqual(
        all.slice(0, 2),
      );
      expect(await cellsOf(engine.find("Exact", { selector: 'FILTER("Exact", [B] < 0)' }))).toEqual([all[2]]);
      const before = await kept();
      const rows = await rowsOf(engine.find("Exact"));
      const sent = rows.map(({ Id = null, N = null, B = null }) => ({ Id, N, B, Note: "new" }));
      expect(await cellsOf(engine.edit("Exact", sent))).toEqual(all);
      expect(await kept()).toEqual(before);
      const swapped = [
        { Id: 0, N: large, B: wholer },
        { Id: 1, N: larger, B: whole },
        { Id: 2, N: 0.25, B: 8 },
      ];
      expect(await cellsOf(engine.edit("Exact", swapped))).toEqual([all[1], all[0], ["0.25", "8"]]);
      expect(await cellsOf(engine.add("Exact", [{ Id: 9, N: larger, B: whole }]))).toEqual([all[0]]);
      expect(await cellsOf(engine.find("Exact", { keys: [{ Id: 1 }, { Id: 9 }] }))).toEqual([all[0], all[0]]);
      const changed = await engine.edit("Exact", [{ Id: 1, N: large, B: wholer }]);
      expect(changed).toMatchObject({ ok: true });
      const history = await engine.history({ table: "Exact", key: "1" });
      const last = history.output?.versions.at(-1);
      expect(last).toMatchObject({ before: { N: larger, B: whole }, after: { N: large, B: wholer } });
      expect(await engine.undo({ call: last?.call ?? "" })).toMatchObject({ ok: true });
      expect(await cellsOf(engine.find("Exact", { keys: [{ Id: 1 }] }))).toEqual([all[0]]);
      const properties = { AsOf: last?.cursor ?? "" };
      const past = engine.execute({ action: "Find", table: "Exact", rows: [{ Id: 1 }], properties });
      expect(await cellsOf(past)).toEqual([all[1]]);
      expect(await engine.edit("Exact", [{ Id: 2, B: "1.5" }])).toMatchObject({
        diagnostics: [{ code: "cell/unreadable", column: "B" }],
      });
    });

    test("stay as they are in any row that is sent back, whatever other columns become", async () => {
      const { decimals } = database.exactTypes;
      const whole = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
      const row = fc.record({
        n: fc.option(decimals),
        b: fc.option(whole),
        note: fc.string({ maxLength: 5 }),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 4 }), async (rows) => {
          await put(rows.map(({ n, b }) => [n, b === null ? null : String(b)]));
          const before = await kept();
          const found = await rowsOf(engine.find("Exact"));
          const sent = found.map(({ Id = null, N = null, B = null }, at) => ({
            ...{ Id, N, B },
            Note: rows[at]?.note ?? "",
          }));
          await rowsOf(engine.edit("Exact", sent));
          expect(await kept()).toEqual(before);
          const again = await rowsOf(engine.find("Exact"));
          expect(again.map(({ N, B }) => [N, B])).toEqual(found.map(({ N, B }) => [N, B]));
          await put([]);
          await rowsOf(engine.add("Exact", sent));
          expect(await kept()).toEqual(before);
        }),
        { numRuns: randomRuns(15) },
      );
    });

    test("that are not kept are warned of before the point, and the row is taken as it was read", async () => {
      const { ask, place } = database;
      const rows = [
        ["1", "9007199254740993", "9007199254740993", "9007199254740993", "9007199254740993"],
        ["2", "1000000000000000001", "-1000000000000000001", "-1000000000000000001", "1000000000000000001"],
        ["3", "9007199254740994", "10000000000000000", "9007199254740992", "9007199254740993"],
        ["4", "9007199254740991", "0.5", "-9007199254740991", "0.30000000000000004"],
      ];
      await ask(`delete from ${place}counted`);
      for (const [id, ...numbers] of rows)
        await ask(`insert into ${place}counted values (${id}, 'a', ${numbers.join()})`);
      const stored = () =>
        ask(
          `select cast(d as char(60)) as d, cast(l as char(60)) as l, cast(w as char(60)) as w, f from ${place}counted order by id`,
        );
      const before = await stored();
      const found = await engine.find("Rounded");
      const warned = found.ok ? found.warnings.map(({ code, column, key }) => [code, column, key]) : [];
      const rounded = "row/rounded-value";
      expect(warned).toEqual(
        [1, 2].flatMap((key) => ["D", "L", "W"].map((column) => [rounded, column, String(key)])),
      );
      expect(await rowsOf(engine.find("Kept"))).toMatchObject(rows.map(([, D, , W]) => ({ D, W })));
      expect(found.ok && found.warnings[0]?.message).toContain("the database has 9007199254740993 there");
      const sent = (await rowsOf(Promise.resolve(found))).map(({ _RowNumber: _, ...row }) => row);
      expect(sent).toMatchObject([{ D: 9007199254740992 }, { D: 1e18 }, {}, { F: 0.3 }]);
      for (const asSent of [(cell: JsonValue) => cell, String]) {
        const back = sent.map(({ D = null, L = null, W = null, F = null, Id = null }, at) => ({
          ...{ Id, D: asSent(D), L: asSent(L), W: asSent(W), F: asSent(F) },
          Note: `new ${at}`,
        }));
        expect(await engine.edit("Rounded", back)).toMatchObject({ ok: true });
        expect(await stored()).toEqual(before);
      }
      const idsOf = async (condition: string) =>
        (await rowsOf(engine.find("Rounded", { selector: `FILTER(Rounded, ${condition})` }))).map(
          ({ Id }) => Id,
        );
      expect(await idsOf("[D] > 9007199254740991")).toEqual([1, 2, 3]);
      expect(await idsOf("[W] < 0")).toEqual([2, 4]);
      expect(await idsOf("[D] = [F]")).toEqual([1, 2]);
    });

    test.each(["typed", "text", "sheet"] as const)(
      "are handed out as %s cells that load as they are, in every Locale",
      async (cells) => {
        const { decimals } = database.exactTypes;
        const row = fc.tuple(
          fc.option(decimals),
          fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
        );
        const rows = fc.array(row, { minLength: 1, maxLength: 4 });
        const locales = fc.constantFrom("en-US", "de-DE", "fr-CH", "hi-IN");
        await fc.assert(
          fc.asyncProperty(rows, locales, async (rows, Locale) => {
            await put(rows.map(([n, b]) => [n, b === null ? null : String(b)]));
            const before = await kept();
            const parts: (readonly JsonValue[])[] = [];
            const take = ({ rows: part }: UnloadedPart) => void parts.push(...part);
            const properties = { Locale };
            expect(await engine.unload(["Exact"], take, { cells, properties })).toMatchObject({ ok: true });
            await put([]);
            const columns = ["Id", "Note", "N", "B"];
            const source = {
              table: "Exact",
              columns,
              rows: oneBatch(parts.map((part) => ({ cells: part }))),
            };
            expect(await engine.load([source], { properties })).toMatchObject({
              sources: [{ added: rows.length, refused: 0 }],
            });
            expect(await kept()).toEqual(before);
          }),
          { numRuns: 6 },
        );
      },
    );

    test("are taken in the form of a Locale too, and refused where they would be shortened", async () => {
      await put([["1", "1"]]);
      const edit = (N: string, Locale = "en-US") =>
        engine.execute({ action: "Edit", table: "Exact", rows: [{ Id: 0, N }], properties: { Locale } });
      for (const [sent, locale, read] of [
        ["1,234,567.1234567894", "en-US", "1234567.1234567894"],
        ["1.234.567,1234567894", "de-DE", "1234567.1234567894"],
        ["(1,234,567.1234567894)", "en-US", "-1234567.1234567894"],
        [" 2.5 ", "en-US", "2.5"],
      ] as const)
        expect(await rowsOf(edit(sent, locale))).toMatchObject([{ N: read }]);
      for (const sent of ["€1234567.1234567894", "1e400", "1234567.12345678.95"])
        expect(await edit(sent)).toMatchObject({ diagnostics: [{ code: "cell/unreadable", column: "N" }] });
    });
  });
}

async function* oneBatch<T>(rows: readonly T[]): AsyncGenerator<readonly T[]> {
  yield rows;
}

/** Decimals of up to 20 digits before and 18 after the point. */
export const longDecimals = fc
  .tuple(fc.bigInt({ min: -(10n ** 20n) + 1n, max: 10n ** 20n - 1n }), fc.stringMatching(/^\d{0,17}[1-9]$/u))
  .map(([whole, fraction]) => `${whole}.${fraction}`);

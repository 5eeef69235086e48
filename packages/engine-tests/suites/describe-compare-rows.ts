import { createEngine, type RowsComparison } from "@tablewright/core";
import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { definitionOf, load, SOME, START, withTill } from "./till.ts";

/** What another definition makes of the rows as they are; nothing is written. */
export function describeCompareRows(make: MakeStore): void {
  describe("rows by another definition", () => {
    test("by the same definition nothing differs, and the store stays as it is", () =>
      withTill(make, async ({ app, engine, run, contents }) => {
        await run(SOME);
        const before = await contents();
        const { output } = await engine.compareRows(app, {});
        expect(output).toMatchObject({ tables: [], complete: true });
        expect(output?.looked).toBeGreaterThan(3);
        expect(await contents()).toEqual(before);
      }));

    test("computed values that differ are counted by column, and rows that become invalid", () =>
      withTill(make, async ({ engine, run, contents }) => {
        await run(SOME);
        const rows = await engine.find("Orders");
        const before = await contents();
        const text = definitionOf("25").replace("[_THIS] < 10000", "[_THIS] < 150");
        const { output } = await engine.compareRows(load(text), { examples: 1 });
        expect(await contents()).toEqual(before);
        const [orders] = output?.tables ?? [];
        const amounts = (rows.ok ? rows.rows : []).map((row) => Number(row.Amount));
        const golden = (rows.ok ? rows.rows : []).filter((row) => row.Discount === 10);
        expect(golden.length).toBeGreaterThan(0);
        expect(orders).toMatchObject({
          table: "Orders",
          rows: amounts.length,
          differing: golden.length,
          columns: { Discount: golden.length, "To pay": golden.length },
          invalid: amounts.filter((amount) => amount >= 150).length,
        });
        expect(orders?.examples).toHaveLength(1);
        expect(orders?.examples[0]?.changes.Discount).toEqual({ before: 10, after: 25 });
        expect(orders?.invalidExamples[0]?.errors).toMatchObject([
          { column: "Amount", code: "rule/valid-if" },
        ]);
      }));

    test("it ends at its limit and says so", () =>
      withTill(make, async ({ app, engine, run }) => {
        await run(SOME);
        const looked = async (limit: number) =>
          (await engine.compareRows(app, { limit })).output as RowsComparison;
        const { looked: all } = await looked(1_000);
        expect(await looked(all)).toMatchObject({ looked: all, complete: true });
        expect(await looked(all - 1)).toMatchObject({ looked: all - 1, complete: false });
        expect(await looked(all + 1)).toMatchObject({ looked: all, complete: true });
        const doubled = load(definitionOf("10").replace("[Amount] - [Discount]", "[Amount] * 3"));
        const first = { limit: 1, first: ["Orders"] };
        expect((await engine.compareRows(doubled, first)).output?.tables).toMatchObject([{ differing: 1 }]);
        expect((await engine.compareRows(doubled, { limit: 1 })).output?.tables).toEqual([]);
        const { output } = await engine.compareRows(app, { isOver: () => true });
        expect(output).toMatchObject({ looked: 0, complete: false });
        await expect(
          engine.compareRows(app, { signal: AbortSignal.abort(new Error("gone")) }),
        ).rejects.toThrow("gone");
      }));

    test("it ends between two rows, and counts those that both definitions judged", () =>
      withTill(make, async ({ app, engine, run }) => {
        await run(SOME);
        const { looked: all = 0 } = (await engine.compareRows(app, {})).output ?? {};
        // A part of a table is judged again once it is known what it reads.
        for (const most of [1, all, 2 * all - 1, 10 * all]) {
          let asked = 0;
          const { output } = await engine.compareRows(app, { isOver: () => ++asked > most });
          expect(output?.looked).toBeLessThanOrEqual(most / 2);
          expect(output?.complete).toBe(output?.looked === all);
          expect(output?.complete).toBe(most === 10 * all);
        }
      }));

    test("a row whose formula takes more steps than a call has is invalid", () =>
      withTill(make, async ({ app, store, run }) => {
        await run(SOME);
        const services = { now: () => START, random: () => 0.5, newId: () => "id" };
        const engine = await createEngine({ definition: app, store, services, limits: { fuel: 500 } });
        const long = `LEN([Amount] & "${"a".repeat(1_000)}")`;
        const candidate = load(definitionOf("10").replace("[Amount] - [Discount]", long));
        const { output } = await engine.compareRows(candidate, {});
        const [orders] = output?.tables ?? [];
        expect(orders?.invalid).toBe(orders?.rows);
        expect(orders?.invalidExamples[0]?.errors).toMatchObject([{ column: "To pay", code: "limit/fuel" }]);
      }));

    test("calls are tried only on so many rows", () =>
      withTill(make, async ({ app, engine, run }) => {
        await run(SOME);
        const copies: Awaited<ReturnType<MakeStore>>[] = [];
        const copy = async () => {
          const one = await make();
          copies.push(one);
          return one.store;
        };
        const codes = async (mostRows: number) => {
          const { diagnostics } = await engine.backtest(app, {
            since: Number.MAX_SAFE_INTEGER,
            copy,
            mostRows,
          });
          return diagnostics.map(({ code }) => code);
        };
        const { looked = 0 } = (await engine.compareRows(app, {})).output ?? {};
        expect(await codes(looked - 1)).toEqual(["limit/trial"]);
        expect(await codes(looked)).toEqual([]);
        expect(await codes(looked + 1)).toEqual([]);
        for (const one of copies) await one.dispose();
      }));

    test("who saved a definition is kept, the newest first, and what was not carried out is forgotten", () =>
      withTill(make, async ({ store }) => {
        const services = { now: () => START, random: () => 0.5, newId: () => "id" };
        const open = (text: string) =>
          createEngine({ definition: load(text), store, services, keepsVersions: true });
        const [one, other] = [definitionOf("10"), definitionOf("20")];
        const engine = await open(one);
        const before = engine.app.version;
        const save = {
          at: START,
          version: load(other).version,
          before,
          user: "ann@example.com",
          accessKey: null,
        };
        const late = await engine.noteSave({ ...save, version: "not carried out", note: null });
        expect(await engine.noteSave({ ...save, at: START + 1, note: null })).toBeUndefined();
        const forget = await engine.noteSave({ ...save, at: START + 30_000, note: null });
        for (const one of [late, forget]) await one?.();
        expect(await engine.noteSave({ ...save, before: save.version, note: null })).toBeUndefined();
        await engine.noteSave({ ...save, note: "more" });
        const later = await open(other);
        const back = {
          at: START + 2,
          version: before,
          before: save.version,
          user: null,
          accessKey: "k",
          note: "\u{1F6A2}",
        };
        await later.noteSave(back);
        expect(await later.saves()).toEqual([back, { ...save, note: "more" }]);
        expect((await later.keptDefinitions()).map(({ version }) => version)).toEqual([before, save.version]);
        const monthLater = { ...services, now: () => START + 31 * 86_400_000 };
        const last = await createEngine({
          definition: load(other),
          store,
          services: monthLater,
          keepsVersions: true,
        });
        await last.trimHistory();
        expect((await last.keptDefinitions()).map(({ version }) => version)).toEqual([save.version]);
        expect(await last.saves()).toEqual([{ ...save, note: "more" }]);
      }));

    test("rows of another form are not tried, and sensitive values are not shown", () =>
      withTill(make, async ({ engine }) => {
        const other = load(
          definitionOf("10")
            .replace("Tier: { type: Text }", "Tier: { type: Number }")
            .replace("tier: Text", "tier: Number")
            .replace("[gold,", "[1,"),
        );
        const { diagnostics } = await engine.compareRows(other, {});
        expect(diagnostics.map(({ code }) => code)).toEqual(["edit/other-form"]);
        const strict = load(
          definitionOf("10").replace("sensitive: true", 'sensitive: true, requiredIf: "TRUE"'),
        );
        const { output } = await engine.compareRows(strict, {});
        expect(output?.tables[0]?.invalidExamples[0]?.errors).toEqual([
          { column: "Secret", code: "rule/required", message: "" },
        ]);
      }));
  });
}

import type { MakeStore } from "@tablewright/store-contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { definitionOf, load, partOf, SOME, START, type Step, TURNS, withTill } from "./till.ts";

const steps = fc.array(
  fc.tuple(
    fc.constantFrom("add", "add", "edit", "pay", "delete", "batch", "refused"),
    fc.nat(20),
    fc.integer({ min: 1, max: 400 }),
  ) as fc.Arbitrary<Step>,
  { minLength: 3, maxLength: 16 },
);

/** Calls of the run by the same definition, such as 100000. */
const CALLS = Number(process.env.TABLEWRIGHT_BACKTEST ?? 0);

/** Calls of the journal run again: by the same definition, by others, and that nothing is changed by it. */
export function describeBacktest(make: MakeStore, effort = 1): void {
  describe("backtest", () => {
    test("by the same definition nothing differs, all is compared, and the store stays as it is", () =>
      withTill(make, async ({ app, run, backtest, contents }) => {
        const recorded = await run(SOME);
        expect(recorded).toBe(SOME.length - 1);
        const before = await contents();
        const report = await backtest(app);
        expect(report).toMatchObject({
          calls: recorded + 1,
          compared: recorded + 1,
          differing: 0,
          changed: {},
          differences: [],
          notRun: {},
          asNow: [],
        });
        expect(await contents()).toEqual(before);
      }));

    test("by the same definition nothing differs, whatever the calls were and wherever the window begins", () =>
      fc.assert(
        fc.asyncProperty(steps, fc.nat(30), (some, minutes) =>
          withTill(make, async ({ app, run, backtest }) => {
            await run(some);
            const { calls, compared, differing, notRun } = await backtest(app, START + minutes * 60_000);
            expect([compared, differing, notRun]).toEqual([calls, 0, {}]);
          }),
        ),
        { numRuns: Math.ceil(4 * effort) },
      ));

    if (CALLS > 0)
      test(`by the same definition nothing differs over ${CALLS} calls`, { timeout: 3_600_000 }, () =>
        withTill(make, async ({ app, run, backtest, contents }) => {
          await run(Array.from({ length: CALLS }, (_, at) => TURNS[at % TURNS.length] as Step));
          const before = JSON.stringify(await contents());
          const begun = performance.now();
          const { calls, compared, differing, notRun } = await backtest(app);
          console.info({ calls, compared, differing, notRun, seconds: (performance.now() - begun) / 1_000 });
          expect([compared, differing, notRun]).toEqual([calls, 0, {}]);
          expect(JSON.stringify(await contents()) === before).toBe(true);
        }),
      );

    test("what a candidate decides otherwise is told by row, cell and event, with the first step that differs", () =>
      withTill(make, async ({ run, backtest }) => {
        await run(SOME);
        const report = await backtest(load(definitionOf("20")));
        expect(report.changed).toEqual({ "Orders.Discount": 4, "Orders.To pay": 4 });
        const [first] = report.differences;
        expect(first).toMatchObject({
          user: "user0@example.com",
          action: "Add",
          changed: [
            { about: "cell", name: "Orders.Discount", column: "Discount", old: 10, new: 20 },
            { about: "cell", name: "Orders.To pay", column: "To pay", old: 190, new: 180 },
          ],
          sent: [{ table: "Orders", rows: [{ Customer: "a", Amount: 200 }] }],
        });
        expect(first?.first?.old).toMatch(/^the formula of "Discount": .*percent.* → 10/su);
        expect(first?.first?.new).toMatch(/^the formula of "Discount": .*percent.* → 20/su);
      }));

    test.each([
      ["an event is not sent", definitionOf("4"), { "Orders.Discount": 4, "Orders.To pay": 4, Large: 4 }],
      ["a call is refused", definitionOf("10").replace("[_THIS] < 10000", "[_THIS] < 150"), { refusal: 3 }],
      [
        "a rule writes a row",
        definitionOf("10", "  Copying: { table: Customers, on: [add], steps: [{ action: Copy }] }").replace(
          "actions:",
          "actions:\n  Copy: { table: Customers, addRow: { table: Orders, set: { Order: '\"of \" & [Customer]', Amount: '1' } } }",
        ),
        { Orders: 1 },
      ],
      [
        "Editable_If binds calls",
        definitionOf("10")
          .replace("history:", "editableIf: binding\n  history:")
          .replace("Amount: {", "Amount: { editableIf: '[Amount] < 300',"),
        { refusal: 1 },
      ],
      [
        "a column is new",
        definitionOf("10").replace("Paid: {", "Note: { type: Text, initialValue: '\"n\"' }\n      Paid: {"),
        {},
      ],
    ])("%s", (_, candidate, changed) =>
      withTill(make, async ({ run, backtest }) => {
        await run(SOME);
        const report = await backtest(load(candidate));
        expect([report.changed, report.notRun]).toEqual([changed, {}]);
      }),
    );

    test("calls are judged by the definition of then, which is kept without access keys", () =>
      withTill(make, async ({ app, open, run, backtest, contents }) => {
        const before = await run(SOME);
        const next = load(definitionOf("20", "# changed"));
        const engine = await open(next);
        const after = await run(SOME, engine);
        await open(next);
        const { tablewright_definitions: kept = [] } = await contents();
        expect(kept.map(([version]) => version)).toEqual([app.version, next.version]);
        expect(kept.some((row) => JSON.stringify(row).includes("plain-secret"))).toBe(false);
        const report = await backtest(next, 0, engine);
        expect(report).toMatchObject({ calls: before + after + 1, compared: before + after + 1, notRun: {} });
        expect(new Set(report.differences.map(({ version }) => version))).toEqual(new Set([app.version]));
      }));

    test("calls that cannot be run again are counted by the reason, and what they changed counts for the others", () =>
      withTill(make, async ({ engine, app, run, backtest }) => {
        await run(SOME.slice(0, 2));
        const secret = await engine.add("Customers", [{ Customer: "c", Secret: "hidden" }]);
        const done = await engine.add("Orders", [{ Customer: "c", Amount: 5 }]);
        await engine.undo({ call: (done.ok && done.call) || "" });
        await engine.load([
          {
            table: "Customers",
            columns: ["Customer", "Tier"],
            rows: partOf({ cells: ["d", "gold"] }),
          },
        ]);
        await run(SOME.slice(0, 2));
        const { calls, compared, notRun, examples } = await backtest(app);
        expect([calls - compared, notRun]).toEqual([3, { sensitive: 1, undo: 1, load: 1 }]);
        expect(examples.sensitive).toEqual([secret.ok && secret.call]);
      }));

    test("why a call did what it did is told by the definition, the clock and the rows of then", () =>
      withTill(make, async ({ engine, open, run, contents, copy }) => {
        const added = await engine.add("Orders", [{ Customer: "a", Amount: 200 }]);
        const id = (added.ok && added.call) || "";
        await engine.edit("Customers", [{ Customer: "a", Tier: "none" }]);
        const later = await open(load(definitionOf("20")));
        await run(SOME, later);
        const before = await contents();
        const { output } = await later.whyThen(id, { copy });
        expect(JSON.stringify(output?.traces)).toContain('the formula of \\"Discount\\"');
        const [answer] = output?.result.ok ? output.result.answers : [];
        expect(answer?.rows).toMatchObject([
          { ...(added.ok ? added.rows[0] : {}), _RowNumber: expect.anything(), Discount: 10 },
        ]);
        const { diagnostics } = await later.whyThen("nothing", { copy });
        expect(diagnostics.map(({ code }) => code)).toEqual(["history/no-call"]);
        expect(await contents()).toEqual(before);
        const secret = await later.add("Customers", [{ Customer: "c", Secret: "hidden" }]);
        const refused = await later.whyThen((secret.ok && secret.call) || "", { copy });
        expect(refused.diagnostics.map(({ code }) => code)).toEqual(["history/not-run"]);
      }));

    test("a shadow follows calls after them, and changes nothing", () =>
      withTill(make, async ({ engine, run, contents, copy }) => {
        await run(SOME);
        const candidate = load(definitionOf("20"));
        const { output: shadow } = await engine.shadow(candidate, { copy });
        const made = (await run(SOME)) + (await run(SOME));
        const more = await run(Array.from({ length: 70 }, (_, at): Step => ["edit", 1, 50 + (at % 2)]));
        const before = await contents();
        expect(await shadow?.advance()).toEqual([]);
        const calls = made + more;
        expect(shadow?.report()).toMatchObject({ calls, compared: calls, notRun: {} });
        expect(shadow?.pendingSince).toBeUndefined();
        await run(SOME.slice(0, 1));
        await shadow?.advance();
        const differing = shadow?.report().differing ?? 0;
        expect(differing).toBeGreaterThan(7);
        await run(SOME.slice(0, 1));
        await shadow?.advance();
        expect(shadow?.report()).toMatchObject({
          calls: calls + 2,
          compared: calls + 2,
          differing: differing + 1,
        });
        expect((await contents()).Customers).toEqual(before.Customers);
        await shadow?.close();
      }));

    test("a shadow ends where the history was trimmed before it was read, and earlier where it is to end", () =>
      withTill(make, async ({ engine, run, pass, copy }) => {
        const candidate = load(definitionOf("20"));
        let isOver = false;
        const { output: ended } = await engine.shadow(candidate, { copy, isOver: () => isOver });
        const { output: late } = await engine.shadow(candidate, { copy });
        await run(SOME);
        isOver = true;
        expect(await ended?.advance()).toEqual([]);
        expect(ended?.report().calls).toBe(0);
        expect(ended?.pendingSince).toBeGreaterThanOrEqual(START);
        pass(31 * 86_400_000);
        await engine.trimHistory();
        expect((await late?.advance())?.map(({ code }) => code)).toEqual(["history/trimmed"]);
        await ended?.close();
        await late?.close();
      }));
  });
}

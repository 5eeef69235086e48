import {
  type AppDefinition,
  type BacktestReport,
  createEngine,
  type Engine,
  type LoadRow,
  loadDefinition,
} from "@tablewright/core";
import type { Row, Store } from "@tablewright/core/storage";
import { type MakeStore, testContext } from "@tablewright/store-contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const definitionOf = (discount: string, more = "") => `
tablewright: 1
app:
  id: till
  name: Till
  owner: owner@example.com
  history: { keep: 30d }
  api: { invocable: dataChange, accessKeys: [{ name: till, key: plain-secret, runAs: true }] }
tables:
  Customers:
    key: [Customer]
    columns:
      Customer: { type: Text }
      Tier: { type: Text }
      Secret: { type: Text, sensitive: true }
  Orders:
    key: [Order]
    columns:
      Order: { type: Text, initialValue: 'UNIQUEID()' }
      Number: { type: Number, autoNumber: true }
      Customer: { type: Ref, table: Customers }
      Amount: { type: Number, validIf: '[_THIS] < 10000' }
      Placed: { type: DateTime, initialValue: 'NOW()' }
      By: { type: Email, initialValue: 'USEREMAIL()' }
      Lucky: { type: Number, initialValue: 'RANDBETWEEN(1, 1000)' }
      Discount: { type: Number, formula: 'Discount([Customer].[Tier], [Amount]).[percent]' }
      Before: { type: Number, formula: 'COUNT(SELECT(Orders[Order], [Customer] = [_THISROW].[Customer]))' }
      Paid: { type: Yes/No, initialValue: 'FALSE' }
      To pay: { type: Number, virtual: true, formula: '[Amount] - [Discount]' }
decisions:
  Discount:
    parameters: { tier: Text, amount: Number }
    outputs: { percent: { type: Number } }
    inputs: ['[tier]', '[amount]']
    rows:
      - [gold, '> 100', ${discount}]
      - ['-', '-', 0]
    hit: first
actions:
  Pay: { table: Orders, set: { Paid: 'TRUE' } }
rules:
  Large: { table: Orders, on: [add, edit], condition: '[Discount] > 5', steps: [{ webhook: { url: "https://example.com/large", body: '{ "amount": "<<[Amount]>>" }' } }] }
${more}`;

function load(text: string): AppDefinition {
  const { output, diagnostics } = loadDefinition(text);
  if (output === undefined) throw new Error(JSON.stringify(diagnostics, undefined, 1));
  return output;
}

const START = Date.UTC(2026, 2, 14);

/** What a random program does with the till, a call a minute. */
type Step = readonly [
  what: "add" | "edit" | "pay" | "delete" | "batch" | "refused",
  which: number,
  amount: number,
];

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

/** Of which orders are added and deleted in turn, so that there are few at any time. */
const TURNS: readonly Step[] = [
  ["add", 0, 200],
  ["batch", 1, 90],
  ["edit", 0, 150],
  ["pay", 1, 0],
  ["delete", 2, 0],
  ["delete", 0, 0],
];

const SOME: readonly Step[] = [
  ["add", 0, 200],
  ["add", 1, 50],
  ["batch", 0, 300],
  ["edit", 0, 150],
  ["pay", 1, 0],
  ["delete", 2, 0],
  ["refused", 0, 0],
  ["edit", 3, 120],
  ["add", 2, 101],
];

interface Till {
  readonly engine: Engine;
  readonly store: Store;
  readonly app: AppDefinition;
  /** Makes calls, and answers how many of them the journal has. */
  run(steps: readonly Step[], engine?: Engine): Promise<number>;
  /** Another engine over the same store, some time later. */
  open(app: AppDefinition): Promise<Engine>;
  backtest(candidate: AppDefinition, since?: number, engine?: Engine): Promise<BacktestReport>;
  /** Everything that the store has. */
  contents(): Promise<Readonly<Record<string, readonly Row[]>>>;
}

async function withTill(make: MakeStore, work: (till: Till) => Promise<void>): Promise<void> {
  const made = await make();
  const copies: Awaited<ReturnType<MakeStore>>[] = [];
  try {
    let now = START;
    let ids = 0;
    let seed = 7;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    const services = { now: () => now, random, newId: () => `id-${++ids}` };
    const { store } = made;
    const open = (definition: AppDefinition) => createEngine({ definition, store, services });
    const app = load(definitionOf("10"));
    const engine = await open(app);
    await engine.add("Customers", [
      { Customer: "a", Tier: "gold" },
      { Customer: "b", Tier: "none" },
    ]);
    now += 60_000;
    await work({
      engine,
      store,
      app,
      open,
      async run(some, by = engine) {
        let recorded = 0;
        for (const [what, which, amount] of some) {
          now += 60_000;
          const orders = (await by.find("Orders")).ok
            ? ((await by.find("Orders")) as never as { rows: { Order: string }[] }).rows
            : [];
          const order = orders[which % Math.max(1, orders.length)]?.Order;
          const caller = { email: `user${which % 3}@example.com` };
          const call = { table: "Orders", caller, action: "Add" };
          const cells = { Customer: which % 2 === 0 ? "a" : "b", Amount: amount };
          const request =
            what === "add"
              ? { ...call, rows: [cells] }
              : what === "refused"
                ? { ...call, rows: [{ ...cells, Amount: 20_000 }] }
                : {
                    ...call,
                    action: { edit: "Edit", pay: "Pay", delete: "Delete", batch: "" }[what],
                    rows: [{ Order: order ?? "", ...(what === "edit" ? { Amount: amount } : {}) }],
                  };
          const result =
            what === "batch"
              ? await by.batch({
                  caller,
                  calls: [
                    { action: "Add", table: "Orders", rows: [cells] },
                    {
                      action: "Edit",
                      table: "Orders",
                      rows: [{ Order: { $ref: "#/0/Rows/0/Order" } as never, Amount: amount + 1 }],
                    },
                  ],
                })
              : await by.execute(request);
          if (result.ok && "call" in result) recorded += 1;
        }
        now += 60_000;
        return recorded;
      },
      async backtest(candidate, since = 0, by = engine) {
        const copy = async () => {
          const one = await make();
          copies.push(one);
          return one.store;
        };
        const { output, diagnostics } = await by.backtest(candidate, { since, copy });
        return output ?? expect.fail(JSON.stringify(diagnostics));
      },
      contents: () =>
        store.read(
          async (transaction) => {
            const tables: Record<string, readonly Row[]> = {};
            for (const name of TABLES) tables[name] = await rowsOf(transaction, name);
            return tables;
          },
          { searches: true },
        ),
    });
  } finally {
    for (const one of copies) await one.dispose();
    await made.dispose();
  }
}

const TABLES = [
  "Customers",
  "Orders",
  "tablewright_definitions",
  "tablewright_journal",
  "tablewright_numbers",
  "tablewright_outbox",
  "tablewright_runs",
];

async function rowsOf(
  transaction: Parameters<Parameters<Store["read"]>[0]>[0],
  table: string,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const { batches } = await transaction.find({ table, conditions: [], order: [], context: testContext() });
  for await (const some of batches) for (const row of some) rows.push([...row]);
  return rows;
}

async function* partOf(row: LoadRow): AsyncGenerator<readonly LoadRow[]> {
  yield [row];
}

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
      withTill(make, async ({ engine, open, run, contents }) => {
        const added = await engine.add("Orders", [{ Customer: "a", Amount: 200 }]);
        const id = (added.ok && added.call) || "";
        await engine.edit("Customers", [{ Customer: "a", Tier: "none" }]);
        const later = await open(load(definitionOf("20")));
        await run(SOME, later);
        const before = await contents();
        const copies: Awaited<ReturnType<MakeStore>>[] = [];
        const copy = async () => {
          const one = await make();
          copies.push(one);
          return one.store;
        };
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
        for (const one of copies) await one.dispose();
      }));
  });
}

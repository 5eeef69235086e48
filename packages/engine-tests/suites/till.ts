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
import { expect } from "vitest";

/** The application of the tests of the past: a decision, drawn keys, numbers and a webhook; and calls of it. */
export const definitionOf = (discount: string, more = "") => `
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

export function load(text: string): AppDefinition {
  const { output, diagnostics } = loadDefinition(text);
  if (output === undefined) throw new Error(JSON.stringify(diagnostics, undefined, 1));
  return output;
}

export const START = Date.UTC(2026, 2, 14);

/** What a random program does with the till, a call a minute. */
export type Step = readonly [
  what: "add" | "edit" | "pay" | "delete" | "batch" | "refused",
  which: number,
  amount: number,
];

/** Of which orders are added and deleted in turn, so that there are few at any time. */
export const TURNS: readonly Step[] = [
  ["add", 0, 200],
  ["batch", 1, 90],
  ["edit", 0, 150],
  ["pay", 1, 0],
  ["delete", 2, 0],
  ["delete", 0, 0],
];

export const SOME: readonly Step[] = [
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
  /** Makes an empty store for a copy. */
  copy(): Promise<Store>;
  /** Lets the clock go on by milliseconds. */
  pass(milliseconds: number): void;
  /** Everything that the store has. */
  contents(): Promise<Readonly<Record<string, readonly Row[]>>>;
}

export async function withTill(make: MakeStore, work: (till: Till) => Promise<void>): Promise<void> {
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
    const copy = async () => {
      const one = await make();
      copies.push(one);
      return one.store;
    };
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
      copy,
      pass: (milliseconds) => {
        now += milliseconds;
      },
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

export async function* partOf(row: LoadRow): AsyncGenerator<readonly LoadRow[]> {
  yield [row];
}

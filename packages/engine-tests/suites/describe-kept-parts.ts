import type { EngineRequest } from "@tablewright/core";
import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { type Workshop, withWorkshop } from "./workshop.ts";

const DEFINITION = `
tablewright: 1
app: { id: shop, name: Shop, owner: me@example.com, timezone: UTC, api: { invocable: dataChange } }
tables:
  Customers: { key: [Id], columns: { Id: { type: Text }, Rank: { type: Number }, Mail: { type: Text } } }
  Orders:
    key: [Id]
    columns:
      Id: { type: Number, initialValue: 'IF(COUNT(Orders[Id]) = 0, 1, MAX(Orders[Id]) + 1)' }
      Customer: { type: Ref, table: Customers }
      Total: { type: Number }
      Best: { type: Number, formula: 'MAX(Orders[Total])' }
      Share: { type: Decimal, virtual: true, formula: '[Total] * 1.0 / SUM(Orders[Total])' }
  Notes:
    key: [Id]
    securityFilter: 'AND(IN(USEREMAIL(), SELECT(Customers[Mail], [Rank] = 7)), IN([Id], SELECT(Orders[Id], [Total] < 20)))'
    columns: { Id: { type: Number } }
actions:
  Copy: { table: Orders, addRow: { table: Orders, set: { Id: 'MAX(Orders[Id]) + 1', Total: 'SUM(Orders[Total])' } } }
  Level: { table: Orders, set: { Total: 'COUNT(Orders[Id])' } }
  Copy and Level: { table: Orders, run: [Copy, Level, Copy] }
`;

const CUSTOMERS = 400;
const ORDERS = 1_200;

/** Steps that looking through the other table once for each of the rows would take many times over. */
const FUEL = 60_000;

/** Parts of an expression that read other tables and nothing of the row: they are found once for all rows of a call. */
export function describeKeptParts(make: MakeStore): void {
  const inShop = (work: (workshop: Workshop) => Promise<void>) =>
    withWorkshop(make, work, undefined, DEFINITION, { fuel: FUEL });

  describe("what is the same for every row", () => {
    test("is found once in a call", () =>
      inShop(async (workshop) => {
        await fillShop(workshop);
        for (const [Selector, count] of FOUND) {
          const steps: number[] = [];
          const request: EngineRequest = { action: "Find", table: "Orders", properties: { Selector } };
          for (const isOver of [true, false]) {
            const turn = { isOver, pause: async () => {} };
            const rows = await workshop.rows({ ...request, turn, reportFuel: (spent) => steps.push(spent) });
            expect(rows.length, Selector).toBe(count);
          }
          const [paused, unpaused] = steps;
          expect(paused, `the steps of ${Selector} do not depend on how often it pauses`).toBe(unpaused);
        }
        const notes = await workshop.rows({ action: "Find", table: "Notes" });
        expect(notes.map(({ Id }) => Id)).toEqual(Array.from({ length: 19 }, (_, at) => at + 1));
        const [first] = await workshop.rows({ action: "Find", table: "Orders", rows: [{ Id: 1 }] });
        expect(first?.Share).toBeCloseTo(2 / (ORDERS * (ORDERS + 1)), 9);
      }));

    test("is found again after rows were written", () =>
      inShop(async ({ rows, all }) => {
        const add = (Total: number) => rows({ action: "Add", table: "Orders", rows: [{ Total }] });
        for (const total of [5, 7]) await add(total);
        expect(await all("Orders")).toMatchObject([
          { Id: 1, Best: 0 },
          { Id: 2, Best: 5 },
        ]);
        await rows({ action: "Copy and Level", table: "Orders", rows: [{ Id: 1 }] });
        expect((await all("Orders")).map(({ Id, Total }) => [Id, Total])).toEqual([
          [1, 3],
          [2, 7],
          [3, 12],
          [4, 22],
        ]);
      }));
  });
}

/** Selectors, and how many orders they find. */
const FOUND: readonly (readonly [selector: string, count: number])[] = [
  ['FILTER("Orders", IN([Customer], SELECT(Customers[Id], [Rank] > 4)))', 600],
  ['FILTER("Orders", NOT(IN([Customer], SELECT(Customers[Id], [Rank] > 4))))', 600],
  ['FILTER("Orders", [Total] > AVERAGE(Orders[Total]))', 600],
  ['FILTER("Orders", LEN(TEXT([Total])) = LEN(TEXT(COUNT(Customers[Id]))))', 900],
  ['FILTER("Orders", [Total] = MAX(Orders[Total]))', 1],
  ['FILTER("Orders", SUM(SELECT(Orders[Total], [Total] < 4)) = [Total])', 1],
  ['FILTER("Orders", IN([Customer].[Rank], TOP(SORT(UNIQUE(Customers[Rank])), 2)))', 240],
  ["ORDERBY(Orders[Id], [Total] - MIN(Orders[Total]))", ORDERS],
];

async function fillShop({ rows }: Workshop): Promise<void> {
  const customers = Array.from({ length: CUSTOMERS }, (_, at) => ({
    Id: `c${at}`,
    Rank: at % 10,
    Mail: at === 7 ? "me@example.com" : "",
  }));
  await rows({ action: "Add", table: "Customers", rows: customers });
  const orders = Array.from({ length: ORDERS }, (_, at) => ({
    Id: at + 1,
    Customer: `c${(at + 1) % CUSTOMERS}`,
    Total: at + 1,
  }));
  await rows({ action: "Add", table: "Orders", rows: orders });
  await rows({ action: "Add", table: "Notes", rows: orders.slice(0, 50).map(({ Id }) => ({ Id })) });
}

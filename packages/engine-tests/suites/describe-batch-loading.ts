import type { EngineRequest } from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { type WatchedStore, watchedStore } from "./watched-store.ts";
import { type Workshop, withWorkshop } from "./workshop.ts";

const DEFINITION = `
tablewright: 1
app: { id: shop, name: Shop, owner: owner@example.com, locale: en-US, timezone: UTC }
tables:
  Regions:
    key: [Region]
    columns: { Region: { type: Text }, Name: { type: Text } }
  Customers:
    key: [Customer]
    columns:
      Customer: { type: Text }
      Region: { type: Ref, table: Regions }
  Orders:
    key: [Order]
    columns:
      Order: { type: Number }
      Customer: { type: Ref, table: Customers }
      Place: { type: Text, virtual: true, formula: "[Customer].[Region].[Name]" }
      Total: { type: Number, virtual: true, formula: 'SUM(SELECT(Lines[Amount], [Order] = [_THISROW].[Order]))' }
      Share: { type: Percent, virtual: true, formula: 'DECIMAL([Total]) / SUM(Lines[Amount])' }
  Lines:
    key: [Order, Line]
    columns:
      Order: { type: Ref, table: Orders }
      Line: { type: Number }
      Amount: { type: Number }
      Place: { type: Text, formula: "[Order].[Customer].[Region].[Name]" }
`;

/** Two customers of two regions; each order has three lines. */
async function fillShop({ rows }: Workshop, orders: number): Promise<void> {
  const numbers = Array.from({ length: orders }, (_, index) => index);
  const add = (table: string, added: EngineRequest["rows"] & object) =>
    rows({ action: "Add", table, rows: added });
  await add("Regions", [
    { Region: "n", Name: "North" },
    { Region: "s", Name: "South" },
  ]);
  await add("Customers", [
    { Customer: "c0", Region: "n" },
    { Customer: "c1", Region: "s" },
  ]);
  await add(
    "Orders",
    numbers.map((order) => ({ Order: order, Customer: `c${order % 2}` })),
  );
  await add(
    "Lines",
    numbers.flatMap((order) => [1, 2, 3].map((line) => ({ Order: order, Line: line, Amount: order * line }))),
  );
}

/** What expressions read of other tables is asked for once for all rows of a call. */
export function describeBatchLoading(make: MakeStore): void {
  async function inShop(orders: number, run: (workshop: Workshop, asked: string[]) => Promise<void>) {
    let watched: WatchedStore | undefined;
    const watch = (store: Store) => {
      watched = watchedStore(store);
      return watched;
    };
    const begin = async (workshop: Workshop) => {
      await fillShop(workshop, orders);
      const requests = watched?.asked ?? [];
      requests.length = 0;
      await run(workshop, requests);
    };
    await withWorkshop(make, begin, watch, DEFINITION);
  }

  async function askedBy(orders: number, request: (orders: number) => EngineRequest) {
    let all: readonly string[] = [];
    await inShop(orders, async (workshop, asked) => {
      await workshop.rows(request(orders));
      all = [...asked];
    });
    return all;
  }

  const every = (orders: number) => Array.from({ length: orders }, (_, order) => ({ Order: order }));

  describe("gathering", () => {
    test("a thousand orders that sum their lines", () =>
      inShop(1_000, async ({ all }, asked) => {
        const orders = await all("Orders");
        expect(orders.map(({ Total, Place }) => [Total, Place])).toEqual(
          Array.from({ length: 1_000 }, (_, order) => [6 * order, order % 2 === 0 ? "North" : "South"]),
        );
        expect(orders.reduce((sum, { Share }) => sum + Number(Share), 0)).toBeCloseTo(1, 9);
        expect(asked.length).toBeLessThan(8);
      }));

    test.each<[string, (orders: number) => EngineRequest]>([
      ["Find", () => ({ action: "Find", table: "Orders" })],
      ["Find by keys", (orders) => ({ action: "Find", table: "Orders", rows: every(orders) })],
      [
        "Find by Selector",
        () => ({
          action: "Find",
          table: "Orders",
          properties: { Selector: 'FILTER("Orders", AND([Place] = "North", [Total] > 3))' },
        }),
      ],
      [
        "Add",
        (orders) => ({
          action: "Add",
          table: "Lines",
          rows: every(orders).map((row) => ({ ...row, Line: 4, Amount: 1 })),
        }),
      ],
      [
        "Edit",
        (orders) => ({
          action: "Edit",
          table: "Lines",
          rows: every(orders).map((row) => ({ ...row, Line: 3, Amount: 1 })),
        }),
      ],
      ["Delete", (orders) => ({ action: "Delete", table: "Orders", rows: every(orders) })],
    ])("%s asks the store as often for many rows as for few", async (_, request) => {
      const few = await askedBy(4, request);
      expect(await askedBy(200, request)).toEqual(few);
      expect(few.length).toBeLessThan(12);
    });

    test("only what is needed is asked for: by key, by a column, whole only where nothing binds", async () => {
      const one = (table: string, row: object): ((orders: number) => EngineRequest) => {
        return () => ({ action: "Edit", table, rows: [{ ...row }] });
      };
      expect(await askedBy(9, one("Lines", { Order: 1, Line: 1, Amount: 5 }))).toEqual([
        "getByKeys Lines",
        "getByKeys Orders",
        "getByKeys Customers",
        "getByKeys Regions",
      ]);
      expect(await askedBy(9, one("Customers", { Customer: "c0", Region: "s" }))).toEqual([
        "getByKeys Customers",
        "find Orders by a column",
      ]);
      expect(await askedBy(9, () => ({ action: "Find", table: "Orders", rows: [{ Order: 1 }] }))).toEqual([
        "getByKeys Orders",
        "getByKeys Customers",
        "find Lines",
        "getByKeys Regions",
      ]);
    });
  });
}

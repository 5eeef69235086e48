import type { EngineRequest, Properties, ResultRow } from "@tablewright/core";
import type { RowReader, Store } from "@tablewright/core/storage";
import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { type Workshop, withWorkshop } from "./workshop.ts";

const DEFINITION = `
tablewright: 1
app: { id: shop, name: Shop, owner: owner@example.com, timezone: UTC, history: { keep: 2d } }
tables:
  Regions:
    key: [Region]
    columns: { Region: { type: Text }, Name: { type: Text } }
  Customers:
    key: [Customer]
    securityFilter: OR(ISBLANK([Of]), [Of] = USEREMAIL())
    columns:
      Customer: { type: Text }
      Of: { type: Text }
      Region: { type: Ref, table: Regions }
      Orders: { type: Number, virtual: true, formula: "COUNT([Related Orders])" }
  Orders:
    key: [Year, No]
    columns:
      Year: { type: Number }
      No: { type: Number }
      Customer: { type: Ref, table: Customers }
      Nr. of Lines: { type: Number, virtual: true, formula: "COUNT([Related Lines])" }
      Also: { type: List, itemType: Ref, table: Customers, virtual: true, formula: "SELECT(Orders[Customer], [No] = [_THISROW].[No])" }
  Lines:
    key: [Line]
    securityFilter: '[Product] <> "secret"'
    columns:
      Line: { type: Number }
      Order: { type: Ref, table: Orders, partOf: true }
      Product: { type: Text }
      By Hand: { type: Yes/No }
slices:
  Small Orders: { table: Orders, filter: "[No] < 3", columns: [Year, No, Customer] }
`;

/** Rows that Refs of found rows point at. */
export function describeExpand(make: MakeStore): void {
  const withShop = (work: (shop: Workshop) => Promise<void>, wrap?: (store: Store) => Store) =>
    withWorkshop(
      make,
      async (shop) => {
        await fill(shop, 3);
        await work(shop);
      },
      wrap,
      DEFINITION,
    );
  const expanded = async ({ rows }: Workshop, request: Omit<EngineRequest, "action">) =>
    (await rows({ action: "Find", ...request })).map(({ _Expanded }) => _Expanded);
  const errors = ({ errors: of }: Workshop, Expand: unknown, more: Partial<EngineRequest> = {}) =>
    of({ action: "Find", table: "Orders", properties: { Expand } as Properties, ...more });

  describe("rows that a Find expands", () => {
    test("are those of a Ref, of a list, and of their rows in turn", () =>
      withShop(async (shop) => {
        const Expand = [
          "Customer.Region",
          { Path: "Related Lines", Columns: ["Product"], Limit: 1 },
          { Path: "also", Columns: ["Customer"] },
        ];
        const [first, second, third] = await expanded(shop, { table: "Orders", properties: { Expand } });
        expect(first).toEqual({
          Customer: {
            _RowNumber: 1,
            Customer: "c1",
            Of: null,
            Region: "r1",
            Orders: 1,
            "Related Orders": ["2026: 1"],
            _Expanded: {
              Region: { _RowNumber: 1, Region: "r1", Name: "North", "Related Customers": ["c1"] },
            },
          },
          "Related Lines": [{ Product: "p1" }],
          Also: [{ Customer: "c1" }],
        });
        expect(second).toMatchObject({ Customer: { Region: null, _Expanded: { Region: null } } });
        expect(third).toMatchObject({ Customer: null, "Related Lines": [{ Product: "p3" }], Also: [] });
      }));

    test("have the columns that are asked for, in the form of the wire", () =>
      withShop(async (shop) => {
        const properties = {
          Columns: ["No"],
          Limit: 1,
          Expand: [{ Path: "Related Lines", Columns: ["By Hand", "_RowNumber"] }],
        };
        const find = (wire: EngineRequest["wire"] & {}) =>
          shop.rows({ action: "Find", table: "Orders", wire, properties });
        const of = (cell: unknown) => ({
          "Related Lines": [cell, cell].map((one, at) => ({ ...(one as object), _RowNumber: at * 3 + 1 })),
        });
        expect(await find("typed")).toEqual([{ No: 1, _Expanded: of({ "By Hand": true }) }]);
        expect(await find("spec")).toMatchObject([{ No: 1, _Expanded: of({ "By Hand": "Y" }) }]);
        const rows = await shop.rows({
          action: "Find",
          table: "Orders",
          properties: { Expand: ["Customer"] },
        });
        expect(await shop.rows({ action: "Edit", table: "Orders", rows })).toHaveLength(3);
      }));

    test("are read together: as often for 300 rows as for 3, once for each level", async () => {
      const countOf = async (count: number, Expand: readonly string[]) => {
        let calls = 0;
        const counting = (store: Store): Store => ({
          ...store,
          read: (work, use) => store.read((transaction) => work(counted(transaction, () => calls++)), use),
        });
        await withWorkshop(
          make,
          async (shop) => {
            await fill(shop, count);
            calls = 0;
            const { length } = await expanded(shop, {
              table: "Orders",
              properties: { Expand, Columns: ["No"] },
            });
            expect(length).toBe(count);
          },
          counting,
          DEFINITION,
        );
        return calls;
      };
      const none = await countOf(3, ["Customer"]);
      expect(await countOf(300, ["Customer"])).toBe(none);
      const all = await countOf(3, ["Customer.Region", "Related Lines"]);
      expect(await countOf(300, ["Customer.Region", "Related Lines"])).toBe(all);
      expect(all - none).toBeLessThanOrEqual(4);
    });

    test("are those that the caller sees and may name", () =>
      withShop(async (shop) => {
        await shop.rows({
          action: "Edit",
          table: "Customers",
          rows: [{ Customer: "c1", Of: "bob@example.com" }],
        });
        await shop.rows({
          action: "Add",
          table: "Lines",
          rows: [{ Line: 9, Order: "2026: 1", Product: "secret" }],
        });
        const Expand = ["Customer", "Also", { Path: "Related Lines", Columns: ["Line"] }];
        const found = { table: "Orders", rows: [{ Year: 2026, No: 1 }], properties: { Expand } };
        const lines = { "Related Lines": [{ Line: 1 }, { Line: 101 }] };
        expect(await expanded(shop, found)).toEqual([{ Customer: null, Also: [], ...lines }]);
        const bob = { ...found, caller: { email: "bob@example.com" } };
        expect(await expanded(shop, bob)).toMatchObject([
          { Customer: { Customer: "c1" }, Also: [{ Of: "bob@example.com" }], ...lines },
        ]);
        const nameable = { table: (name: string) => name !== "Customers", action: () => true };
        expect(await errors(shop, ["Customer"], { nameable })).toEqual(["request/expand"]);
        expect(await errors(shop, ["Nr. of Lines"], { nameable })).toEqual(["request/expand"]);
        expect(await errors(shop, ["Related Lines"], { table: "Small Orders" })).toEqual(["column/unknown"]);
        expect(
          await expanded(shop, {
            table: "Small Orders",
            properties: { Expand: ["Customer"], Columns: ["No"] },
          }),
        ).toHaveLength(2);
      }));

    test.each<[unknown, string]>([
      [["Nope"], "column/unknown"],
      [["Customer.Nope"], "column/unknown"],
      [["Year"], "request/expand"],
      [["Customer.Region.Name"], "limit/expand"],
      [["Customer.Region.Related Customers"], "limit/expand"],
      [Array.from({ length: 21 }, () => "Customer"), "limit/expand"],
      [[{ Path: "Customer", Columns: ["Nope"] }], "column/unknown"],
      [[{ Path: "Customer", Limit: -1 }], "request/property"],
      [[{ Path: "Customer", Limits: 1 }], "request/property"],
      [[1], "request/property"],
    ])("%j is refused", (Expand, code) =>
      withShop(async (shop) => {
        expect(await errors(shop, Expand)).toEqual([code]);
      }),
    );

    test("come with parts of rows, with a Selector, and as they were", () =>
      withShop(async (shop) => {
        const { output } = await shop.engine.changes({ limit: 1_000 });
        const AsOf = output?.changes.at(-1)?.cursor ?? "";
        await shop.rows({ action: "Edit", table: "Customers", rows: [{ Customer: "c2", Region: "r1" }] });
        const properties = { Expand: [{ Path: "Customer", Columns: ["Region"] }], Columns: ["No"] };
        const of = async (more: object) => {
          const result = await shop.engine.execute({
            action: "Find",
            table: "Orders",
            properties: { ...properties, ...more },
          });
          if (!result.ok) throw new Error(JSON.stringify(result.diagnostics));
          return result;
        };
        const then = [1, 2, 3].map((No) => ({
          No,
          _Expanded: { Customer: No === 3 ? null : { Region: No === 1 ? "r1" : null } },
        }));
        const now: readonly ResultRow[] = then.with(1, { No: 2, _Expanded: { Customer: { Region: "r1" } } });
        expect((await of({})).rows).toEqual(now);
        expect((await of({ AsOf })).rows).toEqual(then);
        expect((await of({ Selector: "ORDERBY(Orders[_ComputedKey], [No], TRUE)" })).rows).toEqual(
          now.toReversed(),
        );
        const part = await of({ Limit: 2 });
        expect(part.rows).toEqual(now.slice(0, 2));
        expect((await of({ Limit: 2, After: part.after })).rows).toEqual(now.slice(2));
      }));
  });
}

/** As many orders and twice as many lines; the third order has a customer that there is not. */
async function fill({ rows }: Workshop, count: number): Promise<void> {
  const all = Array.from({ length: count }, (_, at) => at + 1);
  await rows({ action: "Add", table: "Regions", rows: [{ Region: "r1", Name: "North" }] });
  await rows({
    action: "Add",
    table: "Customers",
    rows: all
      .filter((at) => at !== 3)
      .map((at) => ({ Customer: `c${at}`, Region: at === 2 ? "" : "r1" }))
      .slice(0, count),
  });
  await rows({
    action: "Add",
    table: "Orders",
    rows: all.map((No) => ({ Year: 2026, No, Customer: `c${No}` })),
  });
  const lines = [...all, ...all.map((at) => at + Math.max(100, count))];
  await rows({
    action: "Add",
    table: "Lines",
    rows: lines.map((Line, at) => {
      const No = all[at % count] as number;
      return { Line, Order: `2026: ${No}`, Product: `p${No}`, "By Hand": true };
    }),
  });
}

function counted<T extends RowReader>(transaction: T, count: () => void): T {
  return new Proxy(transaction, {
    get(target, name) {
      const member = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      return (...given: unknown[]) => {
        if (name === "find" || name === "getByKeys") count();
        return member.apply(target, given);
      };
    },
  });
}

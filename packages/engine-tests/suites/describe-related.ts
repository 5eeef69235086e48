import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { type Workshop, withWorkshop } from "./workshop.ts";

const TRADE = `
tablewright: 1
app: { id: trade, name: Trade, timezone: UTC }
tables:
  Customers:
    key: [Customer]
    columns:
      Customer: { type: Text }
      Orders Paid: { type: Number, virtual: true, formula: "COUNT([Related Orders By Payer])" }
      Sum: { type: Price, virtual: true, formula: "SUM([Related Orders By Buyer][Total])" }
  Orders:
    key: [Order]
    columns:
      Order: { type: Number }
      Buyer: { type: Ref, table: Customers }
      Payer: { type: Ref, table: Customers }
      Total: { type: Price }
  Lines:
    key: [Order, Line]
    columns: { Order: { type: Ref, table: Orders }, Line: { type: Number } }
  Bills: { key: [Order], columns: { Order: { type: Ref, table: Orders }, Sum: { type: Price } } }
  Staff: { key: [Name], columns: { Name: { type: Text }, Boss: { type: Ref, table: Staff } } }
  Teams:
    key: [Team]
    columns:
      Team: { type: Text }
      related members: { type: Number, virtual: true, formula: 'COUNT(REF_ROWS("Members", "Team"))' }
  Members: { key: [Member], columns: { Member: { type: Text }, Team: { type: Ref, table: Teams } } }
`;

/** The columns that appear by themselves for the rows that point at a row. */
export function describeRelated(make: MakeStore): void {
  const withTrade = (work: (workshop: Workshop) => Promise<void>) =>
    withWorkshop(make, async (workshop) => fillTrade(workshop).then(() => work(workshop)), undefined, TRADE);

  describe("Related columns", () => {
    test("are named after the table that points, and after the Ref where several do", () =>
      withTrade(async ({ engine }) => {
        const namesIn = (table: string) => engine.app.tables.get(table)?.columns.map(({ name }) => name);
        expect(namesIn("Customers")?.slice(3)).toEqual([
          "Related Orders By Buyer",
          "Related Orders By Payer",
        ]);
        expect(namesIn("Orders")?.slice(4)).toEqual(["Related Lines", "Related Bills"]);
        expect(namesIn("Staff")).toEqual(["Name", "Boss", "Related Staffs"]);
        expect(namesIn("Teams")).toEqual(["Team", "related members"]);
        expect(namesIn("Lines")).toEqual(["Order", "Line"]);
      }));

    test("stand last in answers, as a list or as its text", () =>
      withTrade(async ({ rows }) => {
        const find = (wire: "typed" | "spec" | "appsheet") =>
          rows({ action: "Find", table: "Orders", rows: [{ Order: 1 }, { Order: 3 }], wire });
        expect(await find("typed")).toMatchObject([
          { "Related Lines": ["1: 1", "1: 2"], "Related Bills": [1] },
          { "Related Lines": [], "Related Bills": [] },
        ]);
        const texts = [
          { "Related Lines": "1: 1 , 1: 2", "Related Bills": "1" },
          { "Related Lines": "", "Related Bills": "" },
        ];
        expect(await find("spec")).toMatchObject(texts);
        expect(await find("appsheet")).toMatchObject(texts);
      }));

    test("can be read by other formulas and by Selectors", () =>
      withTrade(async ({ rows, all }) => {
        expect(await all("Customers")).toMatchObject([
          { Customer: "a", "Orders Paid": 0, Sum: 30, "Related Orders By Buyer": [1, 2] },
          { Customer: "b", "Orders Paid": 3, Sum: 5, "Related Orders By Payer": [1, 2, 3] },
        ]);
        const Selector = 'FILTER("Orders", COUNT([Related Lines]) > 1)';
        const matches = await rows({ action: "Find", table: "Orders", properties: { Selector } });
        expect(matches.map(({ Order }) => Order)).toEqual([1]);
      }));

    test("of a table that points at itself", () =>
      withTrade(async ({ rows }) => {
        const staff = [{ Name: "ada" }, { Name: "bea", Boss: "ada" }, { Name: "cid", Boss: "ada" }];
        expect(await rows({ action: "Add", table: "Staff", rows: staff })).toMatchObject([
          { Name: "ada", "Related Staffs": ["bea", "cid"] },
          { Name: "bea", "Related Staffs": [] },
          { Name: "cid", "Related Staffs": [] },
        ]);
      }));

    test("are left out with a warning when they are sent", () =>
      withTrade(async ({ engine, rows }) => {
        const [read] = await rows({ action: "Find", table: "Orders", rows: [{ Order: 1 }] });
        const back = await engine.execute({
          action: "Edit",
          table: "Orders",
          rows: [{ ...read, Total: 11 }],
        });
        expect(back).toMatchObject({ ok: true, rows: [{ Total: 11, "Related Lines": ["1: 1", "1: 2"] }] });
        expect(back.ok && back.warnings.map(({ code, column }) => `${column} ${code}`)).toEqual([
          "_RowNumber column/not-writable",
          "Related Lines column/not-writable",
          "Related Bills column/not-writable",
        ]);
      }));

    test("of thousands of rows cost a step for each row that points, not for each pair of rows", () =>
      withTrade(async ({ engine, rows }) => {
        const names = Array.from({ length: 3_000 }, (_, at) => ({ Order: 1_000 + at }));
        const lines = names.map(({ Order }) => ({ Order, Line: 1 }));
        await rows({ action: "Add", table: "Orders", rows: names });
        await rows({ action: "Add", table: "Lines", rows: lines });
        const result = await engine.execute({ action: "Find", table: "Orders" });
        expect(result).toMatchObject({ ok: true, warnings: [] });
        expect(result.ok && result.rows.at(-1)).toMatchObject({ "Related Lines": ["3999: 1"] });
      }));
  });
}

async function fillTrade({ rows }: Workshop): Promise<void> {
  await rows({ action: "Add", table: "Customers", rows: [{ Customer: "a" }, { Customer: "b" }] });
  const orders = [
    { Order: 1, Buyer: "a", Payer: "b", Total: 10 },
    { Order: 2, Buyer: "a", Payer: "b", Total: 20 },
    { Order: 3, Buyer: "b", Payer: "b", Total: 5 },
  ];
  await rows({ action: "Add", table: "Orders", rows: orders });
  const lines = [
    { Order: 1, Line: 1 },
    { Order: 2, Line: 1 },
    { Order: 1, Line: 2 },
  ];
  await rows({ action: "Add", table: "Lines", rows: lines });
  await rows({ action: "Add", table: "Bills", rows: [{ Order: 1, Sum: 10 }] });
}

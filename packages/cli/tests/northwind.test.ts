/** The main job on real data, over HTTP: answers are compared with values computed from the CSV files alone. */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { begin } from "./capture.ts";

const root = resolve(import.meta.dirname, "../../..");
const data = resolve(root, "../shared/data/northwind");
const example = resolve(root, "packages/examples/northwind");
const isThere = existsSync(data);
const expected = JSON.parse(readFileSync(resolve(example, "expected.json"), "utf8"));

type Row = Record<string, unknown>;

describe.skipIf(!isThere)(
  `Northwind over HTTP${isThere ? "" : ": skipped, no ../shared/data/northwind beside this repository"}`,
  () => {
    let served: ReturnType<typeof begin>;
    let address = "";

    beforeAll(async () => {
      served = begin(["serve", resolve(example, "app.yaml"), "--data", data, "--port", "0"]);
      await vi.waitFor(() => expect(served.out()).toContain("curl "), { timeout: 20_000 });
      address = /served at (http\S+)/u.exec(served.out())?.[1] ?? "";
    }, 30_000);

    afterAll(async () => {
      served.stop();
      await served.done;
    });

    async function call(table: string, body: unknown) {
      const response = await fetch(`${address}/tables/${encodeURIComponent(table)}/Action`, {
        method: "POST",
        headers: { ApplicationAccessKey: "V2-northwind-local-key", "content-type": "application/json" },
        body: typeof body === "string" ? body : JSON.stringify(body),
      });
      return { status: response.status, answer: (await response.json()) as Row & { Rows: Row[] } };
    }

    async function find(table: string, selector: string): Promise<Row[]> {
      const { status, answer } = await call(table, { Action: "Find", Properties: { Selector: selector } });
      expect(status, JSON.stringify(answer)).toBe(200);
      return answer.Rows;
    }

    test("all eight files are loaded, and it is said", () => {
      for (const [table, count] of Object.entries(expected.rowCounts as Record<string, number>)) {
        expect(served.out().replaceAll(",", "")).toContain(`${table}: ${count} rows loaded`);
      }
    });

    test("all orders of a customer", async () => {
      const { selector, keys, freightSum } = expected.ordersOfCustomer;
      const rows = await find("Orders", selector);
      expect(rows.map((row) => row["Order ID"])).toEqual(keys);
      const cents = rows.reduce((sum, row) => sum + Math.round(Number(row.Freight) * 100), 0);
      expect(String(cents / 100)).toBe(freightSum);
    });

    test("the five dearest freights to Germany in 1998, dearest first", async () => {
      const { selector, keys, freights } = expected.dearestFreights;
      const rows = await find("Orders", selector);
      expect(rows.map((row) => row["Order ID"])).toEqual(keys);
      expect(rows.map((row) => row.Freight)).toEqual(freights);
    });

    test("lines by their computed keys", async () => {
      const { selector, keys } = expected.discountedLines;
      expect((await find("Order Details", selector)).map((row) => row._ComputedKey)).toEqual(keys);
    });

    test("key rows, one of them missing, in table order", async () => {
      const Rows = [{ "Order ID": 10250 }, { "Order ID": 99999 }, { "Order ID": "10248" }];
      const { answer } = await call("Orders", { Action: "Find", Rows });
      expect(answer.Rows.map((row) => row["Order ID"])).toEqual([10248, 10250]);
    });

    test("whole rows in the form of the specification", async () => {
      for (const [table, wanted] of Object.entries(expected.wholeRows as Record<string, Row[]>)) {
        const { answer } = await call(table, { Action: "Find", Rows: [] });
        for (const row of wanted) {
          const found = answer.Rows[Number(row._RowNumber) - 1] ?? {};
          expect(found).toMatchObject(row);
          expect(Object.keys(found)[0]).toBe("_RowNumber");
        }
      }
    });

    test("three new lines come back with their totals", async () => {
      const { rows, keys, lineTotals } = expected.newLines;
      const { status, answer } = await call("Order Details", { Action: "Add", Rows: rows });
      expect(status, JSON.stringify(answer)).toBe(200);
      expect(answer.Rows.map((row) => row["Line Total"])).toEqual(lineTotals);
      expect(answer.Rows.map((row) => row._ComputedKey)).toEqual(keys);
    });

    test("a batch with one bad row changes nothing and says row and column", async () => {
      const shipper = (id: number, name: string) => ({ "Shipper ID": id, "Company Name": name });
      const Rows = [
        shipper(101, "Swift"),
        { ...shipper(102, "Slow"), "Shipper ID": "1o2" },
        shipper(103, "Sure"),
      ];
      const { status, answer } = await call("Shippers", { Action: "Add", Rows });
      expect(status).toBe(400);
      expect(answer).toMatchObject({
        code: "cell/unreadable",
        errors: [{ row: 2, column: "Shipper ID", code: "cell/unreadable" }],
      });
      expect(await find("Shippers", 'FILTER("Shippers", [Shipper ID] > 100)')).toEqual([]);
    });

    test("Delete gives the full rows back", async () => {
      const shipper = { "Shipper ID": 200, "Company Name": "Ärzte & Söhne", Phone: "(1) 23" };
      await call("Shippers", { Action: "Add", Rows: [shipper] });
      const { answer } = await call("Shippers", { Action: "Delete", Rows: [{ "Shipper ID": 200 }] });
      expect(answer.Rows).toEqual([
        { _RowNumber: expected.rowCounts.Shippers + 1, ...shipper, "Related Orders": "" },
      ]);
      expect(await find("Shippers", 'FILTER("Shippers", [Shipper ID] = 200)')).toEqual([]);
    });

    describe("bad input gets its status and code, and nothing is written", () => {
      const add = (row: Row) => ({
        Action: "Add",
        Rows: [{ "Shipper ID": 300, "Company Name": "X", ...row }],
      });
      const select = (selector: string) => ({ Action: "Find", Properties: { Selector: selector } });

      test.each([
        ["an unknown column", "Shippers", add({ Fone: "1" }), 400, "column/unknown"],
        [
          "a bad date",
          "Orders",
          { Action: "Edit", Rows: [{ "Order ID": 10248, "Order Date": "02/30/2026" }] },
          400,
          "cell/unreadable",
        ],
        ["malformed JSON", "Shippers", '{"Action": "Add", ', 400, "request/unreadable-body"],
        [
          "an unbalanced bracket",
          "Shippers",
          select('FILTER("Shippers", ([Shipper ID] = 1)'),
          400,
          "syntax/missing-bracket",
        ],
        [
          "10,000 parentheses",
          "Shippers",
          select(`${"(".repeat(10_000)}1${")".repeat(10_000)}`),
          400,
          "limit/nesting",
        ],
        [
          "a body of 20 MB",
          "Shippers",
          JSON.stringify(add({ Phone: "x".repeat(20_000_000) })),
          413,
          "limit/body",
        ],
        [
          "a missing row",
          "Shippers",
          { Action: "Edit", Rows: [{ "Shipper ID": 999, Phone: "1" }] },
          404,
          "row/not-found",
        ],
        ["an unknown table", "Shipers", add({}), 404, "table/not-found"],
        ["an unknown action", "Shippers", { Action: "Upsert", Rows: [] }, 400, "request/unknown-action"],
        [
          "a key that is there",
          "Shippers",
          { Action: "Add", Rows: [{ "Shipper ID": 1, "Company Name": "X" }] },
          400,
          "key/duplicate",
        ],
      ])("%s", async (_, table, body, status, code) => {
        const { answer: before } = await call("Shippers", { Action: "Find", Rows: [] });
        const refused = await call(table, body);
        expect([refused.status, refused.answer.code]).toEqual([status, code]);
        const { answer: after } = await call("Shippers", { Action: "Find", Rows: [] });
        expect(after).toEqual(before);
      });

      test("a wrong key", async () => {
        const response = await fetch(`${address}/tables/Shippers/Action`, {
          method: "POST",
          headers: { ApplicationAccessKey: "V2-wrong" },
          body: JSON.stringify(add({})),
        });
        expect(response.status).toBe(403);
        expect(await response.json()).toMatchObject({ code: "auth/wrong-key" });
      });
    });
  },
);

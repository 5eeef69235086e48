import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Engine, EngineRequest, ResultRow } from "@tablewright/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fillEngine } from "../fill-engine.ts";
import expected from "./expected.json" with { type: "json" };

const here = import.meta.dirname;
const data = resolve(here, "../../../../shared/data/northwind");
const isThere = existsSync(data);

describe.skipIf(!isThere)(
  `Northwind${isThere ? "" : ": skipped, no ../shared/data/northwind beside this repository"}`,
  () => {
    let engine: Engine;
    beforeAll(async () => {
      engine = await fillEngine(join(here, "app.yaml"), data);
    });
    afterAll(() => engine?.close());

    test("expected.json is what the CSV files say", () => {
      const output = execFileSync(process.execPath, [join(here, "compute-expected.ts"), data], {
        encoding: "utf8",
      });
      expect(JSON.parse(output)).toEqual(expected);
    });

    test.each(Object.entries(expected.rowCounts))("%s has %i rows", async (table, count) => {
      expect(await rowsOf({ action: "Find", table })).toHaveLength(count);
    });

    test("the orders of a customer, in stored order", async () => {
      const { selector, keys, freightSum } = expected.ordersOfCustomer;
      const rows = await select("Orders", selector);
      expect(rows.map((row) => row["Order ID"])).toEqual(keys);
      const cents = rows.reduce((sum, row) => sum + Math.round(Number(row.Freight) * 100), 0);
      expect(String(cents / 100)).toBe(freightSum);
    });

    test("the dearest freights, first", async () => {
      const rows = await select("Orders", expected.dearestFreights.selector);
      expect(rows.map((row) => row["Order ID"])).toEqual(expected.dearestFreights.keys);
      expect(rows.map((row) => row.Freight)).toEqual(expected.dearestFreights.freights);
    });

    test("rows named by their computed keys", async () => {
      const rows = await select("Order Details", expected.discountedLines.selector);
      expect(rows.map((row) => row._ComputedKey)).toEqual(expected.discountedLines.keys);
    });

    test("line totals, exact to the last digit", async () => {
      const rows = await rowsOf({ action: "Find", table: "Order Details" });
      const sum = rows.reduce(
        (total, row) => total + BigInt(Math.round(Number(row["Line Total"]) * 10_000)),
        0n,
      );
      expect(`${sum / 10_000n}.${String(sum % 10_000n).padStart(4, "0")}`).toBe(expected.sumOfLineTotals);
    });

    test("whole rows in the form of the specification", async () => {
      for (const [table, wanted] of Object.entries(expected.wholeRows)) {
        const rows = await rowsOf({ action: "Find", table, wire: "spec" });
        for (const row of wanted) {
          const found = rows[row._RowNumber - 1] ?? {};
          expect(found).toMatchObject(row);
          expect(Object.keys(found)[0]).toBe("_RowNumber");
        }
      }
    });

    test("new lines come back with their totals", async () => {
      const { rows, keys, lineTotals, linesBefore, order } = expected.newLines;
      const added = await rowsOf({ action: "Add", table: "Order Details", rows });
      expect(added.map((row) => row["Line Total"])).toEqual(lineTotals);
      expect(added.map((row) => row._ComputedKey)).toEqual(keys);
      const lines = await select("Order Details", `FILTER("Order Details", [Order ID] = ${order})`);
      expect(lines).toHaveLength(linesBefore + rows.length);
    });

    async function rowsOf(request: EngineRequest): Promise<readonly ResultRow[]> {
      const result = await engine.execute(request);
      if (!result.ok) throw new Error(JSON.stringify(result.diagnostics, null, 2));
      return result.rows;
    }

    function select(table: string, selector: string): Promise<readonly ResultRow[]> {
      return rowsOf({ action: "Find", table, properties: { Selector: selector } });
    }
  },
);

import type { Result, ResultRow } from "@tablewright/core";
import type { MakeStore } from "@tablewright/store-contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DEFINITION, ERRORS, REGIONS, SALES, SUMMARIES } from "./summaries/sales.ts";
import { type Workshop, withWorkshop } from "./workshop.ts";

/** Summaries: the rows of a Find in groups, and values that are those of the language's functions. */
export function describeSummaries(make: MakeStore): void {
  const withSales = (run: (workshop: Workshop) => Promise<void>, limits = {}) =>
    withWorkshop(
      make,
      async (workshop) => {
        await workshop.rows({ action: "Add", table: "Regions", rows: REGIONS });
        await workshop.rows({ action: "Add", table: "Sales", rows: SALES });
        await run(workshop);
      },
      undefined,
      DEFINITION,
      limits,
    );

  describe("a summary", () => {
    test.each(SUMMARIES)("%s", (_, request, rows) =>
      withSales(async ({ engine }) => {
        expect(rowsOf(await engine.summarise({ table: "Sales", ...request }))).toEqual(rows);
      }),
    );

    test.each(ERRORS)("is refused: %s", (_, request, codes) =>
      withSales(async ({ engine }) => {
        expect(codesOf(await engine.summarise({ table: "Sales", ...request }))).toEqual(codes);
      }),
    );

    test.each([
      [4, true],
      [5, true],
      [3, false],
    ])("may have %i groups of four: %s", (groups, isAllowed) =>
      withSales(
        async ({ engine }) => {
          const result = await engine.summarise({ table: "Sales", by: ["Region"] });
          if (isAllowed) expect(rowsOf(result)).toHaveLength(4);
          else expect(codesOf(result)).toEqual(["limit/groups"]);
        },
        { groups },
      ),
    );

    test.each([
      [99, true],
      [100, true],
      [101, false],
    ])("may have %i columns and values: %s", (count, isAllowed) =>
      withSales(async ({ engine }) => {
        const names = Array.from({ length: count - 1 }, (_, at) => [`v${at}`, "COUNT"]);
        const values = Object.fromEntries(names);
        const result = await engine.summarise({ table: "Sales", by: ["Region"], values });
        if (isAllowed) expect(Object.keys(rowsOf(result)[0] ?? {})).toHaveLength(count);
        else expect(codesOf(result)).toEqual(["limit/summary-members"]);
      }),
    );

    test("what a Find alone reads is ignored with a warning", () =>
      withSales(async ({ engine }) => {
        const properties = { Limit: 1, Columns: ["Sale"], Count: true };
        const result = await engine.summarise({ table: "Sales", values: { Rows: "COUNT" }, properties });
        expect(rowsOf(result)).toEqual([{ Rows: 6 }]);
        expect(result.ok && result.warnings.map(({ code }) => code)).toEqual(
          Array(3).fill("request/ignored-property"),
        );
      }));

    test("a name that the caller may not know is not there for their Selector", () =>
      withSales(async ({ engine }) => {
        const nameable = { table: (name: string) => name === "Sales", action: () => true };
        const properties = { Selector: 'FILTER("Sales", COUNT(Regions[Region]) > 0)' };
        const request = { table: "Sales", values: { Rows: "COUNT" }, properties };
        expect(codesOf(await engine.summarise({ ...request, nameable }))).toEqual(["name/unknown-table"]);
        expect(rowsOf(await engine.summarise(request))).toEqual([{ Rows: 6 }]);
      }));

    test.each([
      [{ by: ["Region"], values: { Total: { SUM: "Price" } } }, undefined],
      [{ by: ["Large"] }, '"Large" is a virtual column'],
      [
        { values: { n: "COUNT" }, properties: { Selector: "TOP(Sales[Sale], 2)" } },
        "TOP decides which rows are summarised",
      ],
      [
        {
          values: { n: "COUNT" },
          properties: { Selector: 'FILTER("Sales", [Sale] + 9007199254740980 > 0)' },
        },
        "a condition may fail on a row, and then the call must say so",
      ],
    ])("is explained: %j", (request, reason) =>
      withSales(async ({ engine }) => {
        const { output } = await engine.explain({ action: "Find", table: "Sales", ...request });
        const { pushed, reason: why } = output?.groups ?? { pushed: undefined };
        expect(pushed === true ? undefined : why).toEqual(
          reason ?? (pushed ? undefined : expect.any(String)),
        );
        const counted = await engine.explain({ action: "Find", table: "Sales", properties: { Count: true } });
        expect(typeof counted.output?.count?.pushed).toBe("boolean");
        const errors = await engine.explain({ action: "Find", table: "Sales", by: ["Regoin"] });
        expect(errors.diagnostics.map(({ code }) => code)).toEqual(["column/unknown"]);
      }),
    );

    test("values are those of the language's functions", () =>
      withWorkshop(
        make,
        async ({ engine }) => {
          await engine.add("Totals", [{ Total: 1 }]);
          const cells = fc.record({
            Price: fc.option(fc.integer({ min: -1e6, max: 1e6 }).map((cents) => cents / 100)),
            Units: fc.option(fc.integer({ min: -1e12, max: 1e12 })),
            Took: fc.option(fc.constantFrom("000:00:01", "001:00:00", "-000:30:05")),
          });
          await fc.assert(
            fc.asyncProperty(fc.array(cells, { minLength: 1, maxLength: 12 }), async (rows) => {
              const sales = rows.map((row, at) => ({ Sale: at + 1, Region: "n", ...row }));
              await engine.add("Sales", sales);
              const [totals] = rowsOf(await engine.summarise({ table: "Sales", values: VALUES }));
              const [first] = rowsOf(await engine.find("Totals"));
              await engine.delete(
                "Sales",
                sales.map(({ Sale }) => ({ Sale })),
              );
              expect(totals).toEqual(Object.fromEntries(NAMES.map((name) => [name, first?.[name]])));
            }),
            { numRuns: 15, endOnFailure: true },
          );
        },
        undefined,
        DEFINITION,
      ));
  });
}

function rowsOf(result: Result): readonly ResultRow[] {
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics, null, 2));
  return result.rows;
}

function codesOf(result: Result): readonly string[] {
  if (result.ok) throw new Error(`accepted: ${JSON.stringify(result.rows)}`);
  return result.diagnostics.map(({ column, code }) => [column, code].filter(Boolean).join(" "));
}

const FOLDS = ["SUM", "AVERAGE", "MIN", "MAX"].flatMap((fold) =>
  ["Price", "Units", "Took"].map((column) => [`${fold} ${column}`, fold, column] as const),
);
const NAMES = FOLDS.map(([name]) => name);
const VALUES = Object.fromEntries(FOLDS.map(([name, fold, column]) => [name, { [fold]: column }]));

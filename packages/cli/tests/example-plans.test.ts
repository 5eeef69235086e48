/** How SQLite carries out Finds over the examples: what `explain` says, and what the file itself says of the statement. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { ExplainedFind } from "@tablewright/core";
import { type ExampleName, exampleFiles } from "@tablewright/examples";
import { beforeAll, describe, expect, test } from "vitest";
import { capture } from "./capture.ts";
import { folderOf } from "./folder.ts";
import { START_LIMIT, serveExample } from "./serve-example.ts";

interface PlanCases {
  /** The tables that an index finds rows in, by their aliases; a table without one is looked at from end to end. */
  readonly plans: readonly (readonly [
    table: string,
    selector: string,
    searched: readonly string[],
    isScanned: boolean,
  ])[];
  /** Someone from whom security filters hide rows, and the indexes that the filters go by. */
  readonly caller: string;
  readonly filtered: readonly (readonly [table: string, selector: string, searched: readonly string[]])[];
}

const sales: PlanCases = {
  plans: [
    ["Orders", 'FILTER("Orders", [Customer] = "00005")', ["Orders by Customer"], false],
    ["Orders", 'FILTER("Orders", [Order ID] = 7003)', ["Orders by Order ID"], false],
    ["Order Lines", 'FILTER("Order Lines", [Order ID] = 7003)', ["Order Lines by Order ID"], false],
    [
      "Orders",
      'TOP(ORDERBY(FILTER("Orders", [Customer] = "00005"), [Freight], TRUE), 3)',
      ["Orders by Customer"],
      false,
    ],
    ["Products", 'FILTER("Products", [Category].[Name] = "Galley")', ["Categories by Category"], true],
    ["Orders", 'FILTER("Orders", [Goods] = 0.3)', ["Order Lines by Order ID"], true],
    ["Orders", 'FILTER("Orders", [Employee].[Manager] = 2)', ["Employees by Employee ID"], true],
  ],
  caller: "mei.lin-agren@skerry.example",
  filtered: [
    ["Orders", 'FILTER("Orders", [Customer] = "00005")', ["Employees by Employee ID"]],
    [
      "Order Lines",
      'FILTER("Order Lines", [Order ID] = 7003)',
      ["Orders by Order ID", "Employees by Employee ID"],
    ],
  ],
};

const northwind: PlanCases = {
  plans: [
    ["Orders", 'FILTER("Orders", [Customer ID] = "alfki")', ["Orders by Customer ID"], false],
    ["Orders", 'FILTER("Orders", [Order ID] = 10250)', ["Orders by Order ID"], false],
    ["Order Details", 'FILTER("Order Details", [Order ID] = 10250)', ["Order Details by Order ID"], false],
    [
      "Orders",
      'TOP(ORDERBY(FILTER("Orders", [Customer ID] = "SAVEA"), [Freight], TRUE), 3)',
      ["Orders by Customer ID"],
      false,
    ],
    [
      "Products",
      'FILTER("Products", [Category ID].[Category Name] = "Beverages")',
      ["Categories by Category ID"],
      true,
    ],
    ["Orders", 'FILTER("Orders", [Total] > 10000)', ["Order Details by Order ID"], true],
    ["Orders", 'FILTER("Orders", [Employee ID].[Reports To] = 5)', ["Employees by Employee ID"], true],
  ],
  caller: "nancy.davolio@northwind.example",
  filtered: [
    ["Orders", 'FILTER("Orders", [Customer ID] = "alfki")', ["Employees by Employee ID"]],
    [
      "Order Details",
      'FILTER("Order Details", [Order ID] = 10250)',
      ["Orders by Order ID", "Employees by Employee ID"],
    ],
  ],
};

const { hasData, skipped } = exampleFiles("northwind");

describe("plans over sales", () => describePlans("sales", sales));

describe.skipIf(!hasData)(`plans over Northwind${skipped}`, () => describePlans("northwind", northwind));

function describePlans(example: ExampleName, { plans, caller, filtered }: PlanCases): void {
  const { definition } = exampleFiles(example);
  const file = join(folderOf({}), `${example}.sqlite`);

  beforeAll(async () => {
    const served = await serveExample(example, "--store", `sqlite:${file}`);
    await served.stop();
  }, START_LIMIT);

  test.each(plans)("%s: %s", async (table, selector, searched, isScanned) => {
    const { conditions, isLimitPushed, limit, store, computed } = await explain(table, selector, []);
    expect(conditions.map(({ pushed }) => pushed)).toEqual(conditions.map(() => true));
    expect(isLimitPushed).toBe(limit !== undefined);
    expect(computed?.every(({ pushed }) => pushed) ?? true).toBe(true);
    const steps = planOf(store);
    for (const index of searched) {
      expect(store.indexes?.join("\n")).toContain(index);
      expect(steps.join("\n")).toContain(`USING INDEX ${index}`);
    }
    expect([selector, steps.filter((step) => step.startsWith("SCAN t")).length]).toEqual([
      selector,
      isScanned ? 1 : 0,
    ]);
    expectNoInnerScan(steps);
  });

  test.each(filtered)(
    "whom a filter hides rows of %s from, for them it goes before %s",
    async (table, selector, searched) => {
      const { conditions, store } = await explain(table, selector, ["--run-as", caller]);
      expect(conditions.map(({ pushed }) => pushed)).toEqual([true]);
      const steps = planOf(store);
      expect(steps).toContain("CO-ROUTINE t");
      expect(steps.filter((step) => step.startsWith("SEARCH t USING"))).toEqual([]);
      for (const index of searched) expect(steps.join("\n")).toContain(`USING INDEX ${index}`);
      expectNoInnerScan(steps);
    },
  );

  function expectNoInnerScan(steps: readonly string[]): void {
    const inner = steps.filter((step) => /^SCAN tw\d/u.test(step));
    expect(inner, "Nothing is looked at from end to end for each row.").toEqual([]);
  }

  async function explain(
    table: string,
    selector: string,
    options: readonly string[],
  ): Promise<ExplainedFind> {
    const address = ["--store", `sqlite:${file}`];
    const { code, out, err } = await capture(
      "explain",
      definition,
      table,
      selector,
      ...address,
      ...options,
      "--json",
    );
    expect([code, err]).toEqual([0, ""]);
    return JSON.parse(out) as ExplainedFind;
  }

  /** The steps of a statement as the file plans it for a reader who is not ours. */
  function planOf({ sql = "", values = [] }: ExplainedFind["store"]): readonly string[] {
    const database = new DatabaseSync(file, { readOnly: true });
    const nothing = () => null;
    const ours = new Set(sql.match(/\btw_\w+/gu));
    for (const name of ours) database.function(name, { deterministic: true, varargs: true }, nothing);
    for (const name of ["tw_sum", "tw_mean"]) database.aggregate(name, { start: 0, step: nothing });
    try {
      return database
        .prepare(`explain query plan ${sql}`)
        .all(...values)
        .map(({ detail }) => String(detail));
    } finally {
      database.close();
    }
  }
}

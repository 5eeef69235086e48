import { describe, expect, test } from "vitest";
import { coverageTable, percentCovered } from "../src/index.ts";
import { GIVEN, runShop } from "./shop.ts";

/** Each part of the shop that tests of these calls leave something of, and what. */
async function missingAfter(...calls: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const { coverage } = await runShop(
    `${GIVEN}tests: { one: { when: [${calls.join(", ")}], expect: { errors: { contains: [] } } } }`,
  );
  const missing = coverage?.points.filter((point) => point.missing.length > 0) ?? [];
  return Object.fromEntries(missing.map((point) => [point.member, point.missing.join(" ")]));
}

const ORDER = "tables.Orders.columns";
const FIND = "{ table: Orders, Action: Find }";
const call = (action: string, row: string, table = "Orders", more = "") =>
  `{ table: ${table}, Action: ${action}, Rows: [${row}], expect: { errors: { contains: [] } } ${more} }`;

test("a call that reads nothing of the definition covers nothing", async () => {
  expect(await missingAfter("{ table: Customers, Action: Find }")).toEqual({
    "tables.Customers.columns.City.required": "broken",
    "tables.Orders.updates": "computed",
    "tables.Orders.securityFilter": "TRUE FALSE",
    [`${ORDER}.Order ID.initialValue`]: "computed",
    [`${ORDER}.Clerk.initialValue`]: "computed",
    [`${ORDER}.Status.required`]: "broken",
    [`${ORDER}.Status.initialValue`]: "computed",
    [`${ORDER}.Status.validIf`]: "kept broken",
    [`${ORDER}.Sent On.requiredIf`]: "TRUE FALSE",
    [`${ORDER}.Amount.validIf`]: "kept broken",
    [`${ORDER}.Amount.invalidMessage`]: "computed",
    [`${ORDER}.Tax.formula`]: "computed",
    [`${ORDER}.Cost.readIf`]: "TRUE FALSE",
    [`${ORDER}.Cost.writeIf`]: "TRUE FALSE",
    [`${ORDER}.Margin.formula`]: "computed",
    [`${ORDER}.Margin.readIf`]: "TRUE FALSE",
    "slices.Open Orders.filter": "TRUE FALSE",
    "actions.Send": "run",
    "actions.Send.condition": "TRUE FALSE",
    "actions.Send.set.Status": "computed",
    "actions.Send.set.Sent On": "computed",
    "rules.Tell": "run",
    "rules.Tell.condition": "TRUE FALSE",
    "rules.Tell.steps.0.webhook.url": "computed",
    "rules.Tell.steps.0.webhook.body": "computed",
  });
});

describe("a case is covered by", () => {
  test.each([
    [
      "a missing value",
      [call("Add", "{ Customer: c2 }", "Customers")],
      { "tables.Customers.columns.City.required": "" },
    ],
    ["a value that is allowed", [call("Add", "{ Amount: 1 }")], { [`${ORDER}.Amount.validIf`]: "broken" }],
    [
      "a value that is refused",
      [call("Add", "{ Amount: 0 }")],
      { [`${ORDER}.Amount.validIf`]: "kept", [`${ORDER}.Amount.invalidMessage`]: "" },
    ],
    [
      "a value of a list",
      [call("Add", "{ Status: Sent, Sent On: 2026-03-01 }")],
      { [`${ORDER}.Status.validIf`]: "broken" },
    ],
    [
      "a blank that is required",
      [call("Add", "{ Status: Sent }")],
      { [`${ORDER}.Sent On.requiredIf`]: "FALSE" },
    ],
    [
      "somebody who does not see all rows",
      [`{ table: Orders, Action: Find, user: ann@x.example }`],
      { "tables.Orders.securityFilter": "" },
    ],
    [
      "somebody who reads a column",
      [],
      { [`${ORDER}.Cost.readIf`]: "FALSE", [`${ORDER}.Margin.readIf`]: "TRUE" },
    ],
    [
      "somebody who does not read a column, or only on their rows",
      [`{ table: Orders, Action: Find, user: ann@x.example }`],
      { [`${ORDER}.Cost.readIf`]: "", [`${ORDER}.Margin.readIf`]: "" },
    ],
    [
      "a cell that may be written",
      [call("Edit", "{ Order ID: 1, Cost: 3 }")],
      { [`${ORDER}.Cost.writeIf`]: "FALSE" },
    ],
    [
      "a cell that may not be written",
      [call("Edit", "{ Order ID: 2, Cost: 3 }")],
      { [`${ORDER}.Cost.writeIf`]: "TRUE" },
    ],
    [
      "calls of a batch, of which one is refused",
      [
        `{ batch: [${call("Edit", "{ Order ID: 1, Cost: 3 }").replace(/, expect.*/u, " }")}, { table: Orders, Action: Edit, Rows: [{ Order ID: 1, Amount: 0 }] }], expect: { errors: { contains: [] } } }`,
      ],
      { [`${ORDER}.Cost.writeIf`]: "FALSE", [`${ORDER}.Amount.validIf`]: "kept" },
    ],
    [
      "rows in and out of a slice",
      ["{ table: Open Orders, Action: Find }"],
      { "slices.Open Orders.filter": "" },
    ],
    [
      "an action that passes over its row",
      [call("Send", "{ Order ID: 2 }")],
      { "actions.Send": "run", "actions.Send.condition": "TRUE" },
    ],
    [
      "an action",
      [call("Send", "{ Order ID: 1 }")],
      {
        "actions.Send": "",
        "actions.Send.condition": "FALSE",
        "rules.Tell": "",
        "rules.Tell.condition": "FALSE",
        "rules.Tell.steps.0.webhook.body": "",
      },
    ],
    [
      "a rule that is not met",
      [call("Edit", "{ Order ID: 1, Amount: 3 }")],
      { "rules.Tell": "run", "rules.Tell.condition": "TRUE" },
    ],
  ])("%s", async (_, calls, left) => {
    const missing = await missingAfter(FIND, ...calls);
    expect(Object.fromEntries(Object.keys(left).map((member) => [member, missing[member] ?? ""]))).toEqual(
      left,
    );
  });
});

test("given rows cover nothing", async () => {
  expect(await missingAfter("{ table: Customers, Action: Find }")).toHaveProperty([`${ORDER}.Tax.formula`]);
});

test("the table tells each part by its location", async () => {
  const { coverage } = await runShop(`${GIVEN}tests: { one: { when: [${call("Add", "{ Amount: 0 }")}] } }`);
  if (coverage === undefined) throw new Error("Nothing was observed.");
  const table = coverageTable(coverage).split("\n");
  expect(table[0]).toMatch(/^covered +parts +cases$/);
  expect(table).toContainEqual(expect.stringMatching(/^validIf +2 +2 of 4 +50 %$/));
  expect(table).toContain("shop.yaml:17:40: tables.Orders.columns.Amount.validIf: never kept");
  expect(percentCovered(coverage)).toBe(Math.floor((coverage.covered * 100) / coverage.cases));
});

test("without locations nothing is observed", async () => {
  const { coverage } = await runShop(`tests: { one: { when: [${FIND}] } }`, { locations: undefined });
  expect(coverage).toBeUndefined();
});

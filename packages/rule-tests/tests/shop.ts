import { type AppDefinition, definitionLocations, loadDefinition } from "@tablewright/core";
import { memoryStore } from "@tablewright/store-memory";
import { type RuleTestOptions, readRuleTests, runRuleTests } from "../src/index.ts";

const DEFINITION = `tablewright: 1
app: { id: shop, name: Shop, owner: boss@x.example, roles: { boss@x.example: Boss } }
tables:
  Customers:
    key: [Customer]
    columns: { Customer: { type: Text }, City: { type: Text, required: true } }
  Orders:
    key: [Order ID]
    updates: IF(USERROLE() = "Boss", "ALL_CHANGES", "ADDS_AND_UPDATES")
    securityFilter: OR(USERROLE() = "Boss", [Clerk] = USEREMAIL())
    columns:
      Order ID: { type: Number, initialValue: "MAX(Orders[Order ID]) + 1" }
      Customer: { type: Ref, table: Customers }
      Clerk: { type: Email, initialValue: USEREMAIL() }
      Status: { type: Enum, values: [Open, Sent], required: true, initialValue: '"Open"', validIf: 'LIST("Open", "Sent")' }
      Sent On: { type: Date, requiredIf: '[Status] = "Sent"' }
      Amount: { type: Price, validIf: "[_THIS] > 0", invalidMessage: '"More than nothing, not " & [_THIS] & "."' }
      Tax: { type: Price, formula: "[Amount] * 0.2" }
      Cost: { type: Price, readIf: USERROLE() = "Boss", writeIf: '[Status] = "Open"' }
      Margin: { type: Price, virtual: true, formula: "[Amount] - 1", readIf: "[Clerk] = USEREMAIL()" }
      Tags: { type: EnumList, values: [a, b, c] }
slices:
  Open Orders: { table: Orders, filter: '[Status] = "Open"' }
actions:
  Send: { table: Orders, condition: '[Status] = "Open"', set: { Status: '"Sent"', Sent On: TODAY() } }
rules:
  Tell:
    table: Orders
    on: [edit]
    condition: '[_THISROW_AFTER].[Status] = "Sent"'
    steps:
      - webhook: { url: "https://x.example/<<[Order ID]>>", body: '{"order": <<[Order ID]>>, "to": "<<[Customer].[City]>>"}' }
`;

/** Runs the tests of a text on a small shop: its clock stands at noon of the first of March 2026. */
export async function runShop(text: string, options: Partial<RuleTestOptions> = {}) {
  const definition = options.definition ?? loaded(DEFINITION);
  const read = readRuleTests(text, definition, { file: "shop.test.yaml" });
  if (read.output === undefined) throw new Error(JSON.stringify(read.diagnostics));
  const locations = definitionLocations(DEFINITION, { file: "shop.yaml" });
  return runRuleTests({
    definition,
    tests: [read.output],
    openStore: memoryStore,
    now: Date.UTC(2026, 2, 1, 12),
    ...(locations === undefined ? {} : { locations }),
    ...options,
  });
}

/** A definition that has no errors. */
export function loaded(text: string): AppDefinition {
  const { output, diagnostics } = loadDefinition(text);
  if (output === undefined) throw new Error(JSON.stringify(diagnostics));
  return output;
}

export const GIVEN = `
given:
  Customers: [{ Customer: c1, City: Oslo }]
  Orders:
    - { Order ID: 1, Customer: c1, Clerk: ann@x.example, Amount: 10, Tags: "a , b" }
    - { Order ID: 2, Customer: c1, Clerk: bo@x.example, Status: Sent, Sent On: 2026-02-01, Amount: 20 }
`;

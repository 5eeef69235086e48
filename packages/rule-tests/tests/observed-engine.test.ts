import { createEngine, loadDefinition } from "@tablewright/core";
import type { CheckedExpression } from "@tablewright/core/storage";
import { memoryStore } from "@tablewright/store-memory";
import { expect, test } from "vitest";

const { output: definition } = loadDefinition(`
tablewright: 1
app: { id: shop, name: Shop, owner: boss@x.example }
tables:
  Orders:
    key: [Order ID]
    securityFilter: OR(USEREMAIL() = "boss@x.example", [Clerk] = USEREMAIL())
    updates: IF(USEREMAIL() = "boss@x.example", "ALL_CHANGES", "READ_ONLY")
    columns:
      Order ID: { type: Number }
      Clerk: { type: Email, initialValue: USEREMAIL() }
      Status: { type: Text, validIf: '[_THIS] <> "Lost"' }
  Lines:
    key: [Line]
    columns:
      Line: { type: Number }
      Order: { type: Ref, table: Orders }
      Other: { type: Text, formula: '[Order].[Status]' }
slices: { Open: { table: Orders, filter: '[Status] = "Open"' } }
actions: { Ship: { table: Orders, condition: '[Status] = "Open"', set: { Status: '"Shipped"' } } }
rules: { Again: { table: Orders, on: [edit], condition: '[Status] = "Back"', steps: [{ action: Ship }] } }
`);

/** What calls show, as `source = value`, and the actions that were carried out. */
async function observe(...calls: readonly (readonly [string, string, (object | undefined)?, string?])[]) {
  if (definition === undefined) throw new Error("The definition has errors.");
  const seen: string[] = [];
  const services = { now: () => 0, random: () => 0.5, newId: () => `id${seen.length}-${ids++}` };
  let ids = 0;
  const observer = {
    evaluates: ({ source }: CheckedExpression, value: unknown) => seen.push(`${source} = ${value}`),
    acts: ({ name }: { name: string }) => seen.push(`acts ${name}`),
  };
  const store = memoryStore();
  const unobserved = await createEngine({ definition, store, services });
  await unobserved.add("Orders", [
    { "Order ID": 1, Status: "Open" },
    { "Order ID": 2, Status: "Kept", Clerk: "ann@x.example" },
  ]);
  const engine = await createEngine({ definition, store, services, observer });
  for (const [action, table, row, user] of calls)
    await engine.execute({
      action,
      table,
      rows: row === undefined ? [] : [row as Record<string, string>],
      properties: user === undefined ? {} : { RunAsUserEmail: user },
    });
  return seen;
}

const FILTER = 'OR(USEREMAIL() = "boss@x.example", [Clerk] = USEREMAIL())';

test("initial values, checks, allowed updates and rules are observed of an Add and an Edit", async () => {
  const seen = await observe(
    ["Add", "Orders", { "Order ID": 3, Status: "Lost" }],
    ["Edit", "Orders", { "Order ID": 1, Status: "Back" }],
  );
  expect(seen).toContain('IF(USEREMAIL() = "boss@x.example", "ALL_CHANGES", "READ_ONLY") = ALL_CHANGES');
  expect(seen).toContain("USEREMAIL() = boss@x.example");
  expect(seen).toContain('[_THIS] <> "Lost" = false');
  expect(seen).toContain('[_THIS] <> "Lost" = true');
  expect(seen).toContain('[Status] = "Back" = true');
  expect(seen).toContain('[Status] = "Open" = false');
  expect(seen).not.toContain("acts Ship");
});

test("a security filter is observed for every row it is tried on, wherever the store could try it", async () => {
  const seen = await observe(["Find", "Orders", undefined, "ann@x.example"]);
  expect(seen.filter((one) => one.startsWith("OR"))).toEqual([`${FILTER} = false`, `${FILTER} = true`]);
});

test("the filter of a slice is observed as a whole", async () => {
  const seen = await observe(["Find", "Open"]);
  expect(seen.filter((one) => one.startsWith("[Status]"))).toEqual([
    '[Status] = "Open" = true',
    '[Status] = "Open" = false',
  ]);
});

test("an action is observed where it is carried out on a row", async () => {
  const seen = await observe(["Ship", "Orders", { "Order ID": 2 }]);
  expect(seen).not.toContain("acts Ship");
  expect(await observe(["Ship", "Orders", { "Order ID": 1 }])).toContain("acts Ship");
});

test("what was computed before the rows that it reads were there is not observed", async () => {
  const seen = await observe(["Add", "Lines", { Line: 1, Order: 2 }, "ann@x.example"]);
  expect(seen.filter((one) => one.startsWith("[Order].[Status]"))).toEqual(["[Order].[Status] = Kept"]);
  expect(seen).toContain(`${FILTER} = true`);
});

import { createEngine, loadDefinition } from "@tablewright/core";
import { memoryStore } from "@tablewright/store-memory";
import { expect, test } from "vitest";

/** An application whose orders get a discount by a decision; `percent` is what gold customers get above 1,000. */
const shop = (percent: string) => `
tablewright: 1
app: { id: shop, name: Shop, owner: owner@example.com, history: { keep: 30d } }
decisions:
  DISCOUNT:
    parameters: { tier: Text, total: Number }
    type: Percent
    hit: first
    rows:
      - [gold, ">= 1000", ${percent}]
    otherwise: 0
tables:
  Orders:
    key: [Order]
    columns:
      Order: { type: Number }
      Tier: { type: Text }
      Total: { type: Number }
      Discount: { type: Percent, formula: "DISCOUNT([Tier], [Total])" }
`;

/** The program's clock, chance and names. */
const services = { now: Date.now, random: Math.random, newId: () => crypto.randomUUID() };

test("a changed decision is tried on the orders of the past", async () => {
  const { output: definition } = loadDefinition(shop("0.1"));
  const { output: candidate } = loadDefinition(shop("0.15"));
  if (definition === undefined || candidate === undefined) throw new Error("A definition has errors.");
  const engine = await createEngine({ definition, store: memoryStore(), services });
  await engine.add("Orders", [
    { Order: 1, Tier: "gold", Total: 1_200 },
    { Order: 2, Tier: "silver", Total: 5_000 },
  ]);
  await engine.add("Orders", [{ Order: 3, Tier: "gold", Total: 999 }]);

  const { output: same } = await engine.backtest(definition, { since: 0, copy: memoryStore });
  expect(same).toMatchObject({ calls: 2, compared: 2, differing: 0 });

  const { output: report } = await engine.backtest(candidate, { since: 0, copy: memoryStore });
  expect(report).toMatchObject({ calls: 2, compared: 2, differing: 1, changed: { "Orders.Discount": 1 } });
  const [difference] = report?.differences ?? [];
  expect(difference?.changed).toEqual([
    {
      about: "cell",
      name: "Orders.Discount",
      table: "Orders",
      key: "1",
      column: "Discount",
      old: 0.1,
      new: 0.15,
    },
  ]);
  expect(difference?.first?.new).toContain('the formula of "Discount"');
  await engine.close();
});

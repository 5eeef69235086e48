import { createEngine, loadDefinition } from "@tablewright/core";
import { expect, test } from "vitest";
import { sqliteStore } from "../src/index.ts";

const DEFINITION = `
tablewright: 1
app: { id: shop, name: Shop, owner: owner@example.com }
tables:
  Orders:
    columns:
      Id: { type: Number, key: true }
      Tier: { type: Text }
      Total: { type: Price }
decisions:
  FIRST: { parameters: { tier: Text, total: Price }, type: Percent, hit: first, rows: [[gold, "> 10", 0.2], [gold, "-", 0.1]], otherwise: 0 }
  ONLY: { parameters: { total: Price }, type: Text, rows: [["> 10", big], ["<= 10", small]], otherwise: none }
  STRONGEST: { parameters: { total: Price }, type: Text, values: [high, low], hit: priority, rows: [["> 1", low], ["> 10", high]], otherwise: low }
  PARTS: { parameters: { total: Price }, outputs: { word: Text, days: Number }, hit: first, rows: [["> 10", big, 1]], otherwise: [small, 2] }
  TOGETHER: { parameters: { total: Price }, type: Number, rows: [["> 10", 1], ["> 20", 2]], otherwise: 0 }
  POINTS: { parameters: { total: Price }, type: Number, hit: collect sum, rows: [["> 10", 1], ["> 20", 2]], otherwise: 0 }
`;

test.each<[condition: string, reason: string | undefined]>([
  ["FIRST([Tier], [Total]) > 0.1", undefined],
  ['ONLY([Total]) = "big"', undefined],
  ['STRONGEST([Total] * 2) = "high"', undefined],
  ['PARTS([Total]).[word] = "big"', undefined],
  ["PARTS([Total] + 1).[days] > 1", undefined],
  ["TOGETHER([Total]) = 1", "UNIQUE is not said in SQL"],
  ["POINTS([Total]) > 1", "COLLECT SUM is not said in SQL"],
])("%s", async (condition, reason) => {
  const definition = loadDefinition(DEFINITION).output;
  if (definition === undefined) throw new Error("The definition has errors.");
  const services = { now: () => 0, random: () => 0.5, newId: () => "id" };
  const engine = await createEngine({ definition, store: sqliteStore(":memory:"), services });
  const Selector = `FILTER("Orders", ${condition})`;
  const { output } = await engine.explain({ action: "Find", table: "Orders", properties: { Selector } });
  const pushed = reason === undefined;
  expect(output?.conditions).toEqual([{ text: condition, pushed, ...(pushed ? {} : { reason }) }]);
  expect(/\bcase when\b/.test(output?.store.sql ?? "")).toBe(pushed);
  await engine.close();
});

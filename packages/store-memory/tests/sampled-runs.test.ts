import { createEngine, loadDefinition } from "@tablewright/core";
import { expect, test } from "vitest";
import { memoryStore } from "../src/index.ts";

const definitionWith = (runs: string) => `
tablewright: 1
app: { id: shop, name: Shop, runs: ${runs} }
tables: { T: { key: [K], columns: { K: { type: Text }, N: { type: Number } } } }
actions:
  Count: { table: T, set: { N: "[N] + 1" } }
rules:
${[1, 2, 3, 4, 5, 6].map((at) => `  R${at}: { table: T, on: [add, edit], condition: '[N] = ${at}', steps: [{ action: Count }] }`).join("\n")}
`;

const MET = "R1 Done, R2 Done, R3 Done, R4 Done, R5 Done, R6 DepthReached";

test.each([
  ["{ sample: 0.1 }", 0.09, MET],
  ["{ sample: 0.1 }", 0.1, "R6 DepthReached"],
  ["{ tell: all, sample: 0.1 }", 0.5, "R6 DepthReached"],
  ["{ sample: 1 }", 0.99, MET],
  ["{ tell: none, sample: 1 }", 0.5, ""],
])("runs: %s, where %d is drawn, tells of a call: %s", async (runs, drawn, told) => {
  const { output: definition } = loadDefinition(definitionWith(runs));
  if (definition === undefined) throw new Error("The definition has errors.");
  const services = { now: () => 0, random: () => drawn, newId: () => crypto.randomUUID() };
  const engine = await createEngine({ definition, store: memoryStore(), services });
  await engine.add("T", [{ K: "a", N: 1 }]);
  const listed = (await engine.listRuns({ limit: 99 })).toReversed();
  expect(listed.map(({ rule, outcome }) => `${rule} ${outcome}`).join(", ")).toBe(told);
});

import { randomUUID } from "node:crypto";
import { createEngine, loadDefinition } from "@tablewright/core";
import { defineFunction } from "@tablewright/core/expression";
import { memoryStore } from "@tablewright/store-memory";

const { output: definition } = loadDefinition(`
tablewright: 1
app: { id: bureau, name: Bureau }
functions:
  FXRATE: { host: true, parameters: { currency: Text }, result: Decimal, timeout: 2s }
tables:
  Payments:
    key: [ID]
    columns:
      ID: { type: Number }
      Amount: { type: Decimal }
      Currency: { type: Text, validIf: 'FXRATE([_THIS]) > 0', invalidMessage: '"The bank does not know " & [_THIS]' }
      Euro: { type: Decimal, formula: '[Amount] / FXRATE([Currency])' }
`);
if (definition === undefined) throw new Error("The definition has errors.");

/** Stands for a request to a bank. */
const rates = new Map([["USD", 1.25]]);
const fxRate = defineFunction({
  name: "FXRATE",
  parameters: [{ name: "currency", type: "Text" }],
  result: "Decimal",
  evaluate: async (currency) => rates.get(currency ?? "") ?? 0,
});
const services = { now: Date.now, random: Math.random, newId: randomUUID };
const engine = await createEngine({ definition, store: memoryStore(), services, functions: [fxRate] });

const added = await engine.add("Payments", [{ ID: 1, Amount: 10, Currency: "USD" }]);
console.log(added.ok && added.rows);
const refused = await engine.add("Payments", [{ ID: 2, Amount: 10, Currency: "XXX" }]);
console.log(refused.ok || refused.diagnostics.map(({ row, column, message }) => ({ row, column, message })));

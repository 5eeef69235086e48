import { randomUUID } from "node:crypto";
import { createEngine, loadDefinition } from "@tablewright/core";
import { memoryStore } from "@tablewright/store-memory";

const { output: definition } = loadDefinition(`
tablewright: 1
app: { id: store, name: Store }
tables:
  Orders:
    key: [Order]
    columns:
      Order: { type: Text, initialValue: UNIQUEID() }
      Customer: { type: Text, required: true }
      Total: { type: Number, virtual: true, formula: "SUM([Related Lines][Price])" }
  Lines:
    key: [Line]
    columns:
      Line: { type: Text, initialValue: UNIQUEID() }
      Order: { type: Ref, table: Orders, partOf: true }
      Price: { type: Number, min: 1 }
`);
if (definition === undefined) throw new Error("The definition has errors.");
const services = { now: Date.now, random: Math.random, newId: randomUUID };
const engine = await createEngine({ definition, store: memoryStore(), services });

const order = { $ref: "#/0/Rows/0/Order" };
const prices = (...all: number[]) => all.map((Price) => ({ Order: order, Price }));
const calls = (...all: number[]) => [
  { action: "Add", table: "Orders", rows: [{ Customer: "Ann" }] },
  { action: "Add", table: "Lines", rows: prices(...all) },
  { action: "Find", table: "Orders", properties: { Columns: ["Customer", "Total"] } },
];
const done = await engine.batch({ calls: calls(3, 4) });
console.log(done.ok && done.answers[2]?.rows);
const refused = await engine.batch({ calls: calls(5, 0) });
console.log(
  refused.ok || refused.diagnostics.map(({ call, row, column, code }) => ({ call, row, column, code })),
);

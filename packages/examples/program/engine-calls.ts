import { createEngine, loadDefinition } from "@tablewright/core";
import { memoryStore } from "@tablewright/store-memory";

const { output: definition } = loadDefinition(`
tablewright: 1
app: { id: desk, name: Desk, history: { keep: 30d } }
decisions:
  FEE: { parameters: { total: Price }, type: Price, hit: first, rows: [[">= 100", 0], ["-", 5]] }
tables:
  Customers: { key: [Name], columns: { Name: { type: Text }, City: { type: Text } } }
  Orders:
    key: [ID]
    columns:
      ID: { type: Number }
      Customer: { type: Ref, table: Customers }
      Total: { type: Price, min: 0 }
      Status: { type: Text, initialValue: '"open"' }
actions:
  Close: { table: Orders, condition: '[Status] = "open"', set: { Status: '"closed"' } }
rules:
  Large:
    table: Orders
    on: [add]
    condition: "[Total] > 500"
    steps: [{ webhook: { url: "https://example.com/", body: "<<[ID]>>" } }]
`);
if (definition === undefined) throw new Error("The definition has errors.");
const services = { now: Date.now, random: Math.random, newId: () => crypto.randomUUID() };
const engine = await createEngine({ definition, store: memoryStore(), services });

const stop = engine.onEvent(({ rule }) => console.log(`an event of the rule ${rule}`));
await engine.add("Customers", [{ Name: "Ann", City: "Oslo" }]);
await engine.add("Orders", [
  { ID: 1, Customer: "Ann", Total: 900 },
  { ID: 2, Customer: "Ann", Total: 20 },
]);
stop();
await engine.edit("Orders", [{ ID: 2, Total: 30 }]);
await engine.invoke("Close", "Orders", [{ ID: 2 }]);

const properties = { Expand: ["Customer"], Columns: ["ID", "Status", "Customer"] };
const found = await engine.find("Orders", { selector: "FILTER(Orders, [Total] < 100)", properties });
console.dir(found.ok && found.rows, { depth: null });
const sums = await engine.summarise({ table: "Orders", by: ["Status"], values: { Sum: { SUM: "Total" } } });
console.log(sums.ok && sums.rows);
console.log((await engine.decide("FEE", { total: 30 })).outputs);

const { output: history } = await engine.history({ table: "Orders", key: "2" });
const versions = history?.versions ?? [];
console.log(versions.map(({ operation, after }) => [operation, after]));
const undone = await engine.undo({ call: versions.at(-1)?.call ?? "" });
console.log(undone.ok && undone.rows.map(({ table, key, after }) => [table, key, after]));
const { trace } = await engine.why({ action: "Delete", table: "Customers", rows: [{ Name: "Ann" }] });
console.log(trace.steps.map(({ about }) => about));
const deleted = await engine.delete("Orders", [{ ID: 1 }]);
console.log(deleted.ok && deleted.rows.map(({ ID }) => ID));
await engine.close();

import { randomUUID } from "node:crypto";
import { createEngine, loadDefinition } from "@tablewright/core";
import { memoryStore } from "@tablewright/store-memory";

const { output: definition } = loadDefinition(`
tablewright: 1
app: { id: board, name: Board, history: { keep: 30d } }
tables: { Tasks: { key: [Task], columns: { Task: { type: Text }, State: { type: Text } } } }
`);
if (definition === undefined) throw new Error("The definition has errors.");
const services = { now: Date.now, random: Math.random, newId: randomUUID };
const engine = await createEngine({ definition, store: memoryStore(), services });

const Selector = 'FILTER("Tasks", [State] = "open")';
const opened = await engine.live({ table: "Tasks", properties: { Selector, Columns: ["Task"] } });
if (opened.output === undefined) throw new Error(opened.diagnostics[0]?.message);
await engine.add("Tasks", [
  { Task: "a", State: "open" },
  { Task: "b", State: "done" },
]);
for await (const { enter, leave } of opened.output) {
  console.log(
    enter.map(({ row }) => row),
    leave,
  );
  if (enter.length > 0) await engine.edit("Tasks", [{ Task: "a", State: "done" }]);
  if (leave.length > 0) break;
}
await engine.close();

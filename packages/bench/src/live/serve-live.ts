/** Serves the application whose rows are followed: over a kind of store, at a place, with so many rows of so many teams. */
import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { createEngine, loadDefinition } from "@tablewright/core";
import { createServer } from "@tablewright/http";
import { openMeasuredStore, type StoreKind } from "../open-store.ts";

const [, , kind = "memory", place = "", teams = "1", tasks = "1", key = ""] = process.argv;
const DEFINITION = `
tablewright: 1
app:
  id: live
  name: Live
  owner: owner@example.com
  history: { keep: 1d }
  api: { enabled: true, invocable: dataChange, accessKeys: [{ name: all, key: "${key}" }] }
tables:
  Tasks:
    key: [Task]
    columns:
      Task: { type: Number }
      Team: { type: Number }
      Title: { type: Text }
      Write: { type: Number }
`;

const { output: definition } = loadDefinition(DEFINITION);
if (definition === undefined) throw new Error("The definition has errors.");
const store = await openMeasuredStore(kind as StoreKind, place);
const services = { now: Date.now, random: Math.random, newId: randomUUID, pause: () => setImmediate() };
const engine = await createEngine({ definition, store, services });
const rows = Array.from({ length: Number(tasks) }, (_, Task) => ({
  Task,
  Team: Task % Number(teams),
  Title: `Task ${Task}`,
  Write: 0,
}));
await engine.add("Tasks", rows);
const server = createServer({ engines: [engine] });
const begun = [process.cpuUsage(), performance.now()] as const;
console.log(`${await server.listen({ host: "127.0.0.1", port: 0 })}/api/v2/apps/live`);
process.on("SIGTERM", () => {
  const { user, system } = process.cpuUsage(begun[0]);
  const share = (user + system) / 10 / (performance.now() - begun[1]);
  console.log(`the server used ${share.toFixed(0)} % of a processor`);
  process.exit();
});

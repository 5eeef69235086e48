/** Serves the application whose rows are followed: over a kind of store, at a place, with rows of so many teams. */
import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { createEngine, loadDefinition } from "@tablewright/core";
import { createServer } from "@tablewright/http";
import { openMeasuredStore, type StoreKind } from "../open-store.ts";
import { LIVE_DEFINITION, TASKS } from "./live-application.ts";

const { output: definition } = loadDefinition(LIVE_DEFINITION);
if (definition === undefined) throw new Error("The definition has errors.");
const [, , kind = "memory", place = "", teams = "1"] = process.argv;
const store = await openMeasuredStore(kind as StoreKind, place);
const services = { now: Date.now, random: Math.random, newId: randomUUID, pause: () => setImmediate() };
const engine = await createEngine({ definition, store, services });
const rows = Array.from({ length: TASKS }, (_, Task) => ({
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

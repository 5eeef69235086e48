import { monitorEventLoopDelay, PerformanceObserver } from "node:perf_hooks";
import { createEngine, loadDefinition } from "@tablewright/core";
import { createServer } from "@tablewright/http";
import { openMeasuredStore, type StoreKind } from "../open-store.ts";
import { DEFINITION, fill, sizeOf } from "./fortress.ts";
import type { Strain } from "./fortress-process.ts";

/** The attacked server in a process of its own, which watches itself: how long it was held, and its memory. */
const { kind, place, scale } = JSON.parse(process.argv[2] ?? "") as Told;
const { output: definition, diagnostics } = loadDefinition(DEFINITION);
if (definition === undefined) throw new Error(JSON.stringify(diagnostics));
const store = await openMeasuredStore(kind, place);
const services = { now: Date.now, random: Math.random, newId: () => crypto.randomUUID() };
const engine = await createEngine({ definition, store, services });
await fill((work) => store.write(work), sizeOf(scale));
const server = createServer({ engines: [engine] });
await server.listen({ host: "127.0.0.1", port: 0, backlog: 10_000 }); // as `tablewright serve` does

/** Milliseconds between two looks at the clock, which are no delay. */
const RESOLUTION = 5;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
delay.enable();
let collected = 0;
new PerformanceObserver((pauses) => {
  for (const { duration } of pauses.getEntries()) collected = Math.max(collected, duration);
}).observe({ entryTypes: ["gc"] });
let worked = 0;
let last = process.threadCpuUsage();
setInterval(() => {
  const { user, system } = process.threadCpuUsage(last);
  worked = Math.max(worked, (user + system) / 1_000);
  last = process.threadCpuUsage();
}, RESOLUTION).unref();
let peak = 0;
const look = () => {
  peak = Math.max(peak, process.memoryUsage.rss());
};
setInterval(look, 50).unref();

process.on("message", (question: "begin" | "end") => {
  look();
  const strain: Strain = {
    held: Math.max(0, delay.max / 1e6 - RESOLUTION),
    worked,
    collected,
    peak: peak / 2 ** 20,
  };
  if (question === "begin") {
    delay.reset();
    collected = 0;
    worked = 0;
    peak = 0;
  }
  process.send?.(strain);
});
process.on("disconnect", () => process.exit());
process.send?.({ port: (server.server.address() as { port: number }).port });

interface Told {
  readonly kind: StoreKind;
  readonly place: string;
  readonly scale: number;
}

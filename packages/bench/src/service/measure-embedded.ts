import { setImmediate } from "node:timers/promises";
import { createEngine, loadDefinition } from "@tablewright/core";
import { memoryStore } from "@tablewright/store-memory";
import type { Measure } from "../figure.ts";
import { driveAlone } from "./drive.ts";
import { operations, PATH, spread } from "./operations.ts";
import { definitionOf, makeRecords, recordBatches } from "./records.ts";
import { startServer } from "./server-process.ts";
import { withPlace } from "./with-place.ts";

/** Point reads of the engine as a library over those through HTTP, and rows added a thousand at a time over one by one. */
export const measure: Measure = async ({ rows, duration }) => {
  const pointRead = operations.find(({ name }) => name === "point read");
  const { output: definition } = loadDefinition(definitionOf("plain"));
  if (definition === undefined || pointRead === undefined)
    throw new Error("The definition of the measurement has errors.");
  const services = {
    now: Date.now,
    random: Math.random,
    newId: () => crypto.randomUUID(),
    pause: () => setImmediate(),
  };
  const engine = await createEngine({ definition, store: memoryStore(), services });
  for (const batch of recordBatches(rows)) {
    await engine.execute({ action: "Add", table: "Records", rows: batch as never });
  }
  const read = (at: number) =>
    engine.execute({ action: "Find", table: "Records", rows: [{ Id: spread(at, rows) }] });
  const embedded = await perCpuSecond(read, duration);
  let next = 10 * rows;
  const single = await perCpuSecond(() => add(1), duration);
  const thousand = 1_000 * (await perCpuSecond(() => add(1_000), duration));
  await engine.close();
  const served = await withPlace("memory", async (place) => {
    const serving = { kind: "memory" as const, rows, shape: "plain" as const, isFilled: false };
    const server = await startServer("ours", serving, place);
    const milliseconds = await driveAlone(server, (at) => [PATH, pointRead.ours(at, rows)], duration);
    await server.stop();
    return milliseconds;
  });
  return [
    {
      name: "embedded: point read over HTTP",
      ratio: (embedded * served) / 1_000,
      milliseconds: [1_000 / embedded, served],
    },
    {
      name: "embedded: a row of 1,000 over a single one",
      ratio: thousand / single,
      milliseconds: [1_000 / thousand, 1_000 / single],
    },
  ];

  function add(count: number) {
    next += count;
    return engine.execute({ action: "Add", table: "Records", rows: makeRecords(count, next, rows) as never });
  }
};

/** Calls made one after the other, per second of this process's time; the first half only warms up. */
async function perCpuSecond(call: (at: number) => Promise<unknown>, duration: number): Promise<number> {
  let rate = 0;
  for (let half = 0; half < 2; half++) {
    const began = process.cpuUsage();
    const end = performance.now() + duration;
    let count = 0;
    for (; performance.now() < end; count++) await call(count);
    const { user, system } = process.cpuUsage(began);
    rate = count / ((user + system) / 1e6);
  }
  return rate;
}

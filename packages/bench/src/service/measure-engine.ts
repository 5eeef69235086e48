/** The engine as a library: calls over those through HTTP, rows added together, and eight writers over one. */
import { setImmediate } from "node:timers/promises";
import { createEngine, type Engine, loadDefinition, type Result } from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import { memoryStore } from "@tablewright/store-memory";
import { postgresStore } from "@tablewright/store-postgres";
import { type Figure, type Measure, medianOf } from "../figure.ts";
import { driveAlone } from "./drive.ts";
import { operations, PATH, spread } from "./operations.ts";
import { definitionOf, makeRecords, recordBatches } from "./records.ts";
import { startServer } from "./server-process.ts";
import { type Place, withPlace } from "./with-place.ts";

/** Point reads of the engine as a library over those through HTTP, and rows added a thousand at a time over one by one. */
export const measureEmbedded: Measure = async ({ rows, duration }) => {
  const pointRead = operations.find(({ name }) => name === "point read");
  const engine = await openFull(memoryStore(), rows, definitionOf("plain"));
  const read = (at: number) =>
    engine.execute({ action: "Find", table: "Records", rows: [{ Id: spread(at, rows) }] });
  const embedded = await perCpuSecond(read, duration);
  let next = 10 * rows;
  const single = await perCpuSecond(() => add(1), duration);
  const thousand = 1_000 * (await perCpuSecond(() => add(1_000), duration));
  await engine.close();
  const served = await withPlace("memory", async (place) => {
    const serving = { kind: "memory" as const, rows, shape: "plain" as const };
    const server = await startServer("ours", serving, place);
    const milliseconds = await driveAlone(server, (at) => [PATH, pointRead?.ours(at, rows)], duration);
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

/** An engine over a table of so many rows. */
async function openFull(store: Store, rows: number, text: string): Promise<Engine> {
  const { output: definition } = loadDefinition(text);
  if (definition === undefined) throw new Error("The definition of the measurement has errors.");
  const services = {
    now: Date.now,
    random: Math.random,
    newId: () => crypto.randomUUID(),
    pause: () => setImmediate(),
  };
  const engine = await createEngine({ definition, store, services });
  for (const batch of recordBatches(rows)) await engine.add("Records", batch as never);
  return engine;
}

/** What callers do on rows of their own. */
export const WRITES = ["add 1 row", "edit 1 row", "invoke an action on 1 row"] as const;

/**
 * Calls per second of eight callers over those of one, on a durable PostgreSQL and on different rows. The milliseconds are
 * processor time a call, of the engine and the database together: where eight callers keep all processors busy, they say
 * what the ratio can reach.
 */
export const measureWriters: Measure = ({ rows, duration }) =>
  withPlace("postgres", async (place) => {
    const store = await postgresStore(place.address("writers"));
    const engine = await openFull(store, rows, `${definitionOf("plain")}${ACTION}`);
    await place.settle();
    const figures: Figure[] = [];
    let next = 0;
    for (const name of WRITES) {
      const samples: { readonly one: Driven; readonly eight: Driven }[] = [];
      for (let sample = 0; sample < SAMPLES; sample++) {
        const call = () => writeOf(engine, name, next++, rows);
        samples.push({
          one: await driveWriters(1, call, place, duration),
          eight: await driveWriters(CALLERS, call, place, duration),
        });
      }
      const middle = (of: (sample: (typeof samples)[number]) => number) => medianOf(samples.map(of));
      figures.push({
        name: `postgres: eight writers over one, ${name}`,
        ratio: middle(({ one, eight }) => eight.perSecond / one.perSecond),
        milliseconds: [middle(({ eight }) => eight.cpu), middle(({ one }) => one.cpu)],
      });
    }
    await engine.close();
    return figures;
  });

function writeOf(engine: Engine, name: (typeof WRITES)[number], at: number, rows: number): Promise<Result> {
  const Id = spread(at, rows);
  if (name === "add 1 row") return engine.add("Records", makeRecords(1, FRESH + at, rows) as never);
  if (name === "edit 1 row") return engine.edit("Records", [{ Id, Quantity: at }]);
  return engine.invoke("Raise", "Records", [{ Id }]);
}

/** Calls per second, and milliseconds of processor time a call. */
interface Driven {
  readonly perSecond: number;
  readonly cpu: number;
}

async function driveWriters(
  callers: number,
  call: () => Promise<Result>,
  place: Place,
  duration: number,
): Promise<Driven> {
  const own = process.cpuUsage();
  const database = place.cpuSeconds();
  const began = performance.now();
  let count = 0;
  const caller = async () => {
    for (; performance.now() < began + duration; count++) {
      const result = await call();
      if (!result.ok) throw new Error(JSON.stringify(result.diagnostics));
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const seconds = (performance.now() - began) / 1_000;
  const { user, system } = process.cpuUsage(own);
  const cpu = 1_000 * (place.cpuSeconds() - database) + (user + system) / 1_000;
  return { perSecond: count / seconds, cpu: cpu / count };
}

const ACTION = `actions:
  Raise: { table: Records, set: { Quantity: "[Quantity] + 1" } }
`;

const CALLERS = 8;

const SAMPLES = 3;

/** Keys that the table does not have yet. */
const FRESH = 100_000_000;

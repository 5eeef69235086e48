import { createEngine, type Engine, loadDefinition, type Result } from "@tablewright/core";
import { postgresStore } from "@tablewright/store-postgres";
import { type Figure, type Measure, medianOf } from "../figure.ts";
import { spread } from "./operations.ts";
import { definitionOf, makeRecords, recordBatches } from "./records.ts";
import { type Place, withPlace } from "./with-place.ts";

/** What callers do on rows of their own. */
export const WRITES = ["add 1 row", "edit 1 row", "invoke an action on 1 row"] as const;

/**
 * Calls per second of eight callers over those of one, on a durable PostgreSQL and on different rows. The milliseconds are
 * processor time a call, of the engine and the database together: where eight callers keep all processors busy, they say
 * what the ratio can reach.
 */
export const measure: Measure = ({ rows, duration }) =>
  withPlace("postgres", async (place) => {
    const { output: definition } = loadDefinition(`${definitionOf("plain")}${ACTION}`);
    if (definition === undefined) throw new Error("The definition of the measurement has errors.");
    const services = { now: Date.now, random: Math.random, newId: () => crypto.randomUUID() };
    const store = await postgresStore(place.address("writers"));
    const engine = await createEngine({ definition, store, services });
    for (const batch of recordBatches(rows)) await engine.add("Records", batch as never);
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

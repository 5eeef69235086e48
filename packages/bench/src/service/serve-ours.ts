import { createEngine, loadDefinition } from "@tablewright/core";
import type { Row, Store } from "@tablewright/core/storage";
import { createServer } from "@tablewright/http";
import { openMeasuredStore } from "../open-store.ts";
import { definitionOf, hasFormulas, type RecordRow, recordBatches, type Shape } from "./records.ts";
import { answerParent, cpuSecondsOf, readServingTask, type Serving } from "./server-process.ts";

/** The bundled server with the whole pipeline on, in a process that `startServer` began. */
const serving = readServingTask();
const { output: definition } = loadDefinition(definitionOf(serving.shape));
if (definition === undefined) throw new Error("The definition of the measurement has errors.");
const store = await openMeasuredStore(serving.kind, serving.place);
const services = { now: Date.now, random: Math.random, newId: () => crypto.randomUUID() };
const { milliseconds } = serving;
const limits = milliseconds === undefined ? {} : { milliseconds };
const engine = await createEngine({ definition, store, services, limits });
const fillSeconds = await fill(store, serving);
const server = createServer({ engines: [engine] });
await server.listen({ host: "127.0.0.1", port: 0 });
answerParent({ port: (server.server.address() as { port: number }).port, fillSeconds });

/** By the port, past the pipeline: what is measured begins with a full table. Answers with the processor time. */
async function fill(into: Store, { rows, shape }: Serving): Promise<number> {
  let seconds = 0;
  for (const records of recordBatches(rows)) {
    const batch = records.map((record) => stored(record, shape));
    seconds += await cpuSecondsOf(() => into.write((transaction) => transaction.insert("Records", batch)));
  }
  return seconds;
}

function stored({ Id, Name, City, Price, Quantity, Day, Parent }: RecordRow, shape: Shape): Row {
  const row = [Id, Name, City, Price, Quantity, Date.parse(Day) / 86_400_000, Parent];
  const computed = [Math.round(Price * 100 * Quantity) / 100, `${Name} of ${City}`, Number(Day.slice(0, 4))];
  return hasFormulas(shape) ? [...row, ...computed] : row;
}

/** How many source files of ours a warm Add over HTTP and SQLite enters: `node --conditions=source packages/bench/src/service/measure-entered-files.ts [--list]`. */
import { Session } from "node:inspector/promises";
import { createEngine, loadDefinition } from "@tablewright/core";
import { createServer } from "@tablewright/http";
import { sqliteStore } from "@tablewright/store-sqlite";

const DEFINITION = `
tablewright: 1
app: { id: files, name: Files, api: { enabled: true, accessKeys: [{ name: k, key: V2-k }] } }
tables:
  Orders:
    key: [Order]
    columns:
      Order: { type: Number }
      Name: { type: Text, required: true, initialValue: '"none"' }
      Price: { type: Price, validIf: "[_THIS] >= 0" }
      Twice: { type: Price, formula: "[Price] * 2" }
`;

const WARM_CALLS = 50;

const { output: definition } = loadDefinition(DEFINITION);
if (definition === undefined) throw new Error("The definition has errors.");
const services = { now: Date.now, random: Math.random, newId: () => crypto.randomUUID() };
const engine = await createEngine({ definition, store: sqliteStore(":memory:"), services });
const server = createServer({ engines: [engine] });
const address = await server.listen({ port: 0 });

const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
for (let call = 1; call <= WARM_CALLS; call++) await add(call);
await session.post("Profiler.takePreciseCoverage"); // counts begin at 0
await add(0);
const { result } = await session.post("Profiler.takePreciseCoverage");
const files = result
  .filter(({ functions }) => functions.some(({ ranges: [range] }) => (range?.count ?? 0) > 0))
  .flatMap(({ url }) => /\/(packages\/[^/]+\/src\/.*)$/u.exec(url)?.[1] ?? [])
  .filter((path) => !path.startsWith("packages/bench/"));
await server.close();
await engine.close();
if (process.argv.includes("--list")) console.log(files.toSorted().join("\n"));
console.log(`One warm Add over HTTP and SQLite enters ${files.length} files.`);

async function add(order: number): Promise<void> {
  const answer = await fetch(`${address}/api/v2/apps/files/tables/Orders/Action`, {
    method: "POST",
    headers: { ApplicationAccessKey: "V2-k", "Content-Type": "application/json" },
    body: JSON.stringify({ Action: "Add", Rows: [{ Order: order, Name: "a", Price: 1 }] }),
  });
  if (answer.status !== 200) throw new Error(await answer.text());
  await answer.json();
}

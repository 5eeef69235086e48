import { spawnSync } from "node:child_process";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { createEngine, loadDefinition } from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import { createServer } from "@tablewright/http";
import { memoryStore } from "@tablewright/store-memory";
import { readConsole } from "../../src/index.ts";

const DEFINITION = `
tablewright: 1
app:
  id: workshop
  name: Workshop
  owner: owner@example.com
  history: { keep: 30d }
  api:
    enabled: true
    accessKeys:
      - { name: ada, key: V2-ada, as: ada@example.com }
      - { name: bo, key: V2-bo, as: bo@example.com }
tables:
  Jobs:
    key: [Job]
    securityFilter: 'OR(ISBLANK([Owner]), [Owner] = USEREMAIL())'
    columns:
      Job: { type: Number, initialValue: "MAX(Jobs[Job]) + 1" }
      Title: { type: Text, label: true, required: true }
      Owner: { type: Email }
      Status: { type: Enum, values: [Open, Done], initialValue: '"Open"' }
      Due: { type: Date }
      Price: { type: Price, validIf: '[_THIS] >= 0', invalidMessage: '"A price is not below zero."' }
      Link: { type: Url }
  Parts:
    key: [Part]
    columns:
      Part: { type: Text }
      Job: { type: Ref, table: Jobs, partOf: true }
      Cost: { type: Price }
actions:
  Finish: { table: Jobs, set: { Status: '"Done"' } }
`;

const JOBS = [
  { Job: 1, Title: "Mend the pump", Price: 120.5, Due: "2026-03-04", Status: "Open" },
  { Job: 2, Title: "Secret of Bo", Owner: "bo@example.com", Price: 1 },
  { Job: 3, Title: '<img src=x onerror="window.hacked = 1">', Link: "javascript:window.hacked=2" },
  { Job: 4, Title: "\u202Egnirts desrever", Price: 0.1 },
  { Job: 5, Title: "x".repeat(100_000), Price: 3 },
];

export interface Workshop {
  readonly address: string;
  stop(): Promise<void>;
  /** Ends the server, as where it has died; its rows stay. */
  stopServing(): Promise<void>;
  /** On the same port. */
  serveAgain(): Promise<void>;
  /** Of the rows as they are stored. */
  titles(): Promise<readonly string[]>;
  price(title: string): Promise<unknown>;
}

/** A small application with hostile rows, and the console in front of it, on a free port. The store is closed at the end. */
export async function serveWorkshop(store: Store = memoryStore()): Promise<Workshop> {
  buildConsole();
  const { output: definition, diagnostics } = loadDefinition(DEFINITION);
  if (definition === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  const services = { now: Date.now, random: Math.random, newId: () => crypto.randomUUID() };
  const engine = await createEngine({ definition, store, services });
  const added = await engine.add("Jobs", JOBS);
  if (!added.ok) throw new Error(added.diagnostics.map(({ message }) => message).join("\n"));
  await engine.add("Parts", [
    { Part: "a", Job: 1, Cost: 2 },
    { Part: "b", Job: 1, Cost: 3 },
  ]);
  const console = await readConsole();
  let server = createServer({ engines: [engine], console });
  await server.listen({ host: "127.0.0.1", port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const rows = async () => {
    const jobs = await engine.find("Jobs", { properties: { RunAsUserEmail: "bo@example.com" } });
    return jobs.ok ? jobs.rows : [];
  };
  return {
    address: `http://127.0.0.1:${port}/console/?app=workshop`,
    stop: async () => {
      await server.close();
      await engine.close();
    },
    stopServing: async () => {
      server.server.closeAllConnections();
      await server.close();
    },
    serveAgain: async () => {
      server = createServer({ engines: [engine], console });
      await server.listen({ host: "127.0.0.1", port });
    },
    titles: async () => (await rows()).map(({ Title }) => String(Title)),
    price: async (title) => (await rows()).find(({ Title }) => Title === title)?.Price,
  };
}

function buildConsole(): void {
  const script = resolve(import.meta.dirname, "../../../tooling/build-console-if-needed.mjs");
  const { status, stderr } = spawnSync(process.execPath, [script], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}

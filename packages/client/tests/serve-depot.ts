/** The depot in memory, served without sockets, and a client of it. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { createEngine, loadDefinition } from "@tablewright/core";
import { fetchHandler } from "@tablewright/http";
import { memoryStore } from "@tablewright/store-memory";
import { createClient } from "../src/index.ts";
import type { Application } from "./depot.snapshot.ts";

export async function depotEngine() {
  const text = readFileSync(resolve(import.meta.dirname, "depot.yaml"), "utf8");
  const { output, diagnostics } = loadDefinition(text);
  if (output === undefined) throw new Error(JSON.stringify(diagnostics, null, 1));
  let ids = 0;
  const services = { now: () => Date.UTC(2026, 2, 14), random: () => 0.5, newId: () => `id-${++ids}` };
  return createEngine({ definition: output, store: memoryStore(), services });
}

/** What sends requests to a depot of its own. */
export async function depotFetch(): Promise<(url: string, init: RequestInit) => Promise<Response>> {
  const handle = fetchHandler({ engines: [await depotEngine()] });
  return (url, init) => handle(new Request(url, init));
}

export async function serveDepot() {
  const fetch = await depotFetch();
  return createClient<Application>({
    url: "http://depot.example/",
    app: "the depot",
    key: "V2-depot",
    fetch,
  });
}

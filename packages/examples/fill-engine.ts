import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createEngine, type Engine, loadDefinition } from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import { memoryStore } from "@tablewright/store-memory";
import { readCsv } from "./read-csv.ts";

/**
 * An example application over a store, by default in memory, each table filled from the CSV file of its name, where there
 * is one; the application's clock shows `now`.
 * Tables are filled in the definition's order, because formulas and rules read the tables above their own.
 */
export async function fillEngine(
  definitionFile: string,
  dataFolder: string,
  store: Store = memoryStore(),
  now: () => number = Date.now,
): Promise<Engine> {
  const { output: app, diagnostics } = loadDefinition(readFileSync(definitionFile, "utf8"));
  if (app === undefined) throw new Error(JSON.stringify(diagnostics, null, 2));
  const engine = await createEngine({
    definition: app,
    store,
    limits: { milliseconds: 60_000 }, // a file is added by one call, however busy the machine is
    services: { now, random: Math.random, newId: () => crypto.randomUUID() },
  });
  for (const table of app.tables.keys()) {
    const file = join(dataFolder, `${table}.csv`);
    if (!existsSync(file)) continue;
    const added = await engine.execute({ action: "Add", table, rows: readCsv(file) });
    if (!added.ok) throw new Error(`${table}: ${JSON.stringify(added.diagnostics.slice(0, 5), null, 2)}`);
  }
  return engine;
}

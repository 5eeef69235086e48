import { createEngine, type Engine, loadDefinition, type Services } from "@tablewright/core";
import { memoryStore } from "@tablewright/store-memory";

/** An engine over a definition with rows in memory. */
export async function engineOf(source: string, services: Services = SYSTEM): Promise<Engine> {
  const { output: definition, diagnostics } = loadDefinition(source);
  if (definition === undefined) throw new Error(JSON.stringify(diagnostics, null, 1));
  return createEngine({ definition, store: memoryStore(), services });
}

const SYSTEM: Services = { now: Date.now, random: Math.random, newId: () => crypto.randomUUID() };

import { diagnose, noOutput, type Outcome } from "../diagnostics/index.ts";
import { MigrationRefused } from "../storage/index.ts";
import type { EngineOptions } from "./calls/engine-options.ts";
import { withoutCode } from "./calls/host-codes.ts";
import { createEngine } from "./create-engine.ts";
import type { Engine } from "./engine.ts";
import { definitionsTable, latestDefinition, loadKept } from "./engine-tables/definitions-table.ts";

/**
 * An engine that only reads a store, by the definition that the store was opened with last: for tools that know nothing but the store.
 * Functions of the definition that are not given fail when they are called.
 */
export async function engineOfStore(
  options: Pick<EngineOptions, "store" | "services" | "functions">,
): Promise<Outcome<Engine>> {
  const { store, functions = [] } = options;
  const refused = (reason: string) => noOutput([diagnose("history/no-definition", { reason })]);
  try {
    await store.open([definitionsTable], { readOnly: true });
  } catch (error) {
    if (error instanceof MigrationRefused) return refused("It keeps none.");
    throw error;
  }
  const kept = await store.read(latestDefinition, { searches: true });
  if (kept === undefined) return refused("It keeps none.");
  const definition = loadKept(kept, functions);
  if (typeof definition === "string") return refused(definition);
  const given = [...functions, ...withoutCode(definition)];
  const engine = await createEngine({ ...options, definition, functions: given, readOnly: true });
  return { output: engine, diagnostics: [] };
}

import type { EngineOptions } from "../calls/engine-options.ts";
import { type MigrationOptions, migrationOf, openingOf } from "./opening-of.ts";
import { refuseSources } from "./refuse-sources.ts";
import { storedTablesOf } from "./stored-tables-of.ts";

/**
 * Changes a store so that it fits a definition, in one transaction: what `createEngine` would add, and what it leaves to a
 * migration: new names and other types. Rejects, with nothing changed, with all values that do not fit. The store stays open.
 */
export async function migrateStore(options: EngineOptions, migration: MigrationOptions = {}): Promise<void> {
  const { definition, store } = options;
  const tables = storedTablesOf(definition);
  refuseSources(tables, store);
  await store.open(tables, { ...openingOf(options), ...migrationOf(definition, migration) });
}

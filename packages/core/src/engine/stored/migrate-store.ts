import type { AppDefinition } from "../../schema/index.ts";
import type { MigrationPlan, MigrationStep, Store } from "../../storage/index.ts";
import type { EngineOptions } from "../calls/engine-options.ts";
import { systemTables } from "../engine-tables/system-tables.ts";
import { fillingSteps, formulaColumns, initialColumns } from "./fill-columns.ts";
import { type MigrationOptions, migrationOf, openingOf } from "./opening-of.ts";
import { refuseSources, storedTablesOf } from "./stored-tables-of.ts";

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

/**
 * What `createEngine` would change in a store to make it fit a definition, or what `migrateStore` would with this
 * `migration`; undefined where the store cannot tell.
 */
export async function planMigration(
  definition: AppDefinition,
  store: Store,
  migration?: MigrationOptions,
): Promise<MigrationPlan | undefined> {
  const tables = storedTablesOf(definition);
  refuseSources(tables, store);
  const plan = await store.planOpen?.(tables, {
    application: definition.id,
    ...(migration === undefined ? {} : migrationOf(definition, migration)),
    fillInParts: { steps: fillingSteps(definition), fillRows: async () => [] },
  });
  return plan?.filter(({ table }) => !systemTables.has(table)).map((step) => withFilling(definition, step));
}

function withFilling({ tables }: AppDefinition, step: MigrationStep): MigrationStep {
  const table = tables.get(step.table);
  if (table === undefined) return step;
  if (step.what !== "fillColumn" && (step.what !== "addColumn" || step.rows === 0)) return step;
  if (initialColumns(table, [step.column]).length > 0) return { ...step, filledBy: "initialValue" };
  return formulaColumns(table, [step.column]).length > 0 ? { ...step, filledBy: "formula" } : step;
}

import type { AppDefinition } from "../../schema/index.ts";
import type { MigrationPlan, Store } from "../../storage/index.ts";
import { importsTable } from "../loading/import-log.ts";
import { refuseSources } from "./refuse-sources.ts";
import { storedTablesOf } from "./stored-tables-of.ts";

/** What `createEngine` would change in a store to make it fit a definition; undefined where the store cannot tell. */
export async function planMigration(
  definition: AppDefinition,
  store: Store,
): Promise<MigrationPlan | undefined> {
  const tables = storedTablesOf(definition);
  refuseSources(tables, store);
  const plan = await store.planOpen?.(tables);
  return plan?.filter(({ table }) => table !== importsTable.name);
}

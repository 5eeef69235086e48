import {
  type MigrationPlan,
  MigrationRefused,
  migrationWords,
  type StoredTable,
} from "@tablewright/core/storage";
import type { SqlConnection } from "../store/sql-connection.ts";
import type { SqlStoreDialect } from "../store/sql-store-dialect.ts";
import type { TableLayout } from "../tables/table-layout.ts";
import { refuseOtherApplication } from "./claim-application.ts";
import { migrationSteps } from "./migration-steps.ts";
import { planTables } from "./plan-tables.ts";

/**
 * Where the tables of a definition lie in a database that is not to be changed. Throws a `MigrationRefused` when one is
 * missing or not as the definition has it; one that only misses an index is slower, and does.
 */
export async function tablesAsTheyAre<Connection extends SqlConnection>(
  connection: Connection,
  expected: readonly StoredTable[],
  application: string | undefined,
  dialect: SqlStoreDialect<Connection>,
): Promise<readonly TableLayout[]> {
  const names = await dialect.namesInUse(connection);
  await refuseOtherApplication(connection, application, names);
  const { tables } = await planTables(connection, expected, names, {}, dialect);
  refuseChanges(tables.flatMap((plan) => migrationSteps(plan, [])));
  return tables.map(({ layout }) => layout);
}

/** Throws where a plan says that something would be changed. */
export function refuseChanges(plan: MigrationPlan): void {
  const reasons = plan.flatMap((step) => {
    if (step.what === "addIndex") return [];
    return step.what === "refuse" ? [step.reason] : [migrationWords.notAsDefined(step.table)];
  });
  if (reasons.length > 0) throw new MigrationRefused([...new Set(reasons)]);
}

import { type Migration, migrationWords } from "@tablewright/core/storage";
import type { SqlConnection } from "../store/sql-connection.ts";
import type { SqlStoreDialect } from "../store/sql-store-dialect.ts";
import type { Refusal, TablePlan } from "./table-plan.ts";
import { tryConversion } from "./try-conversion.ts";
import { tryKey } from "./try-key.ts";

/** Why a plan cannot be carried out. `naming` are the columns by which rows are named. */
export async function refusalsOf<Connection extends SqlConnection>(
  connection: Connection,
  plan: Omit<TablePlan, "refusals">,
  naming: readonly string[],
  migration: Migration | undefined,
  dialect: SqlStoreDialect<Connection>,
): Promise<readonly Refusal[]> {
  if (plan.old === undefined) return [];
  const refusals: Refusal[] = migration === undefined ? pending(plan) : [];
  const place = { name: plan.layout.name, naming };
  for (const one of plan.converted) {
    const reason = await tryConversion(connection, plan.layout.table, place, one, dialect);
    if (reason !== undefined) refusals.push({ reason });
  }
  if (plan.indexes.key !== undefined)
    for (const reason of await tryKey(connection, plan, naming, dialect)) refusals.push({ reason });
  return refusals;
}

/** What opening a store does not do by itself. */
function pending({ layout, old, renames, converted }: Omit<TablePlan, "refusals">): Refusal[] {
  const { name } = layout.table;
  const reasons: string[] = [];
  if (old !== undefined && old.table !== name) reasons.push(migrationWords.pendingTable(old.table, name));
  for (const { column, was } of renames.columns)
    reasons.push(migrationWords.pendingColumn(was, column, name));
  for (const { column, held, values } of converted)
    if (values > 0) reasons.push(migrationWords.pendingValues(column.column, name, held, column.form));
  return reasons.map((reason) => ({ reason, isPending: true }));
}

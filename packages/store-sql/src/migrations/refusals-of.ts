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
  const undone = dialect.altersInSteps ? undoable(plan, dialect.place) : [];
  const refusals: Refusal[] = undone.length > 0 || migration !== undefined ? [...undone] : pending(plan);
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

/** What could not be taken back where each statement that alters a table is committed by itself. */
function undoable(
  { layout, converted, unnamed, drops }: Omit<TablePlan, "refusals">,
  place: string,
): readonly Refusal[] {
  const columns = [...converted.map(({ column }) => column), ...(drops ? unnamed : [])];
  return columns.map(({ column }) => ({
    reason:
      `Column "${column}" of table "${layout.table.name}" stays as it is, because this kind of ${place} commits each ` +
      `statement that alters a table by itself. Bring the rows into a new ${place}.`,
  }));
}

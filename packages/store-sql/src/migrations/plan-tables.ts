import { type Opening, type StoredTable, usedFormerNames } from "@tablewright/core/storage";
import { type CataloguedTable, keptTable, readLayouts } from "../catalogue/catalogue.ts";
import { type FillingOpening, withFillingMarks } from "../catalogue/filling-marks.ts";
import { readFormerNames } from "../catalogue/later-changes.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import type { SqlStoreDialect } from "../store/sql-store-dialect.ts";
import { isReshaped } from "./change-table.ts";
import { planTable } from "./plan-table.ts";
import type { TablePlan } from "./table-plan.ts";

/** What it takes to make a database have the tables of a definition. */
export interface TablesPlan {
  readonly tables: readonly TablePlan[];
  /** Those that the definition names no longer, and that are kept aside. */
  readonly kept: readonly CataloguedTable[];
  /** Those that are removed. */
  readonly dropped: readonly CataloguedTable[];
  /** Whether there are shadow columns, whatever table has them. */
  readonly hasShadows: boolean;
}

/**
 * Compares all tables with what the database has, only by reading. `names` are those in use in the database, and become
 * those that will be. Where it `usesShadows`, columns are converted into the shadow columns that are there.
 */
export async function planTables<Connection extends SqlConnection>(
  connection: Connection,
  expected: readonly StoredTable[],
  names: Set<string>,
  opening: FillingOpening & Pick<Opening, "migration">,
  dialect: SqlStoreDialect<Connection>,
  usesShadows = false,
): Promise<TablesPlan> {
  const { migration } = opening;
  const existing = names.has("tablewright_tables") ? await readLayouts(connection) : [];
  const old = new Map(expected.map((table) => [table, keptTable(table, existing)]));
  const named = new Set(old.values());
  const unnamed = existing.filter((table) => !named.has(table));
  const isDropped = ({ table }: CataloguedTable) =>
    migration?.drops === true && migration.keeps?.includes(table) !== true;
  const dropped = unnamed.filter(isDropped);
  for (const { name } of dropped) names.delete(name);
  const hasFormer = migration === undefined && names.has("tablewright_migrations");
  const former = hasFormer ? await readFormerNames(connection) : [];
  const columns = new Map(existing.map((one) => [one.table, one.columns.map(({ column }) => column)]));
  const tables: TablePlan[] = [];
  for (const table of expected) {
    const plan = await planTable(connection, table, old.get(table), names, migration, dialect, usesShadows);
    const reasons = usedFormerNames(former, table, expected, columns);
    const refusals = [...plan.refusals, ...reasons.map((reason) => ({ reason }))];
    tables.push(withFillingMarks({ ...plan, refusals }, opening));
  }
  const hasShadows = existing.some(({ shadows }) => shadows.length > 0);
  return { tables, kept: unnamed.filter((table) => !isDropped(table)), dropped, hasShadows };
}

/** Whether nothing that is there gets another name or form, or goes. */
export function isOnlyAdding({ tables, dropped }: TablesPlan): boolean {
  return dropped.length === 0 && !tables.some(isReshaped);
}

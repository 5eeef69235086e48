import type { MigrationPlan, MigrationStep, StoredTable } from "@tablewright/core/storage";
import { quoteName } from "../fragments/quote-name.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import type { SqlStoreDialect } from "../store/sql-store-dialect.ts";
import { readLayouts } from "./catalogue.ts";
import { MigrationRefused } from "./migration-refused.ts";
import { migrationSteps, unnamedColumns } from "./migration-steps.ts";
import { planTable } from "./plan-table.ts";
import type { TablePlan } from "./table-plan.ts";

/** What opening a database for tables would do; reads alone. */
export async function planMigration<Connection extends SqlConnection>(
  connection: Connection,
  wanted: readonly StoredTable[],
  dialect: SqlStoreDialect<Connection>,
): Promise<MigrationPlan> {
  const names = await dialect.namesInUse(connection);
  const steps: MigrationStep[] = [];
  for (const table of wanted) {
    const plan = await planTable(connection, table, names, dialect);
    for (const step of await stepsOf(connection, plan)) steps.push(step);
  }
  const named = new Set(wanted.map(({ name }) => name));
  for (const { table, name, columns } of await readLayouts(connection)) {
    if (named.has(table)) continue;
    const [rows] = (await connection.get(`select count(*) from ${quoteName(name)}`)) ?? [];
    steps.push({
      what: "keepTable",
      table,
      columns: columns.map(({ column }) => column),
      rows: Number(rows),
    });
  }
  return steps;
}

/** Throws a `MigrationRefused` for all tables together, before one of them is altered. */
export async function refuseUnfit<Connection extends SqlConnection>(
  connection: Connection,
  wanted: readonly StoredTable[],
  dialect: SqlStoreDialect<Connection>,
): Promise<void> {
  const names = await dialect.namesInUse(connection);
  const reasons: string[] = [];
  for (const table of wanted) {
    const { refusals } = await planTable(connection, table, names, dialect);
    for (const refusal of refusals) reasons.push(refusal);
  }
  if (reasons.length > 0) throw new MigrationRefused(reasons);
}

/** The index by which a key is found comes with the key and is no step of its own. */
async function stepsOf(connection: SqlConnection, plan: TablePlan): Promise<readonly MigrationStep[]> {
  const { layout, indexes } = plan;
  const kept: MigrationStep[] = [];
  for (const { count, step } of unnamedColumns(layout)) kept.push(step((await connection.get(count))?.[0]));
  const [first] = layout.table.key;
  const ofKey = layout.columns.find(({ column }) => column === layout.table.columns[first as number]?.name);
  const added = indexes.added.map(({ columns }) => columns).filter(([column]) => column !== ofKey?.name);
  return migrationSteps(plan, { key: indexes.key, added }, kept);
}

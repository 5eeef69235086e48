import type { MigrationPlan, MigrationStep, StoredTable } from "@tablewright/core/storage";
import {
  migrationSteps,
  quoteName,
  type SqlDialect,
  type TablePlan,
  unnamedColumns,
} from "@tablewright/store-sql";
import { namesInUse, readLayouts } from "./catalogue.ts";
import type { Connection } from "./connection.ts";
import type { IndexChanges } from "./plan-indexes.ts";
import { planTable } from "./plan-table.ts";

/** What opening a database for tables would do; reads alone. */
export async function planMigration(
  connection: Connection,
  wanted: readonly StoredTable[],
  dialect: SqlDialect,
): Promise<MigrationPlan> {
  const names = await namesInUse(connection);
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

/** The index by which a key is found comes with the key and is not told. */
async function stepsOf(
  connection: Connection,
  plan: TablePlan<IndexChanges>,
): Promise<readonly MigrationStep[]> {
  const { layout, indexes } = plan;
  const kept: MigrationStep[] = [];
  for (const { count, step } of unnamedColumns(layout)) kept.push(step((await connection.get(count))?.[0]));
  const [first] = layout.table.key;
  const ofKey = layout.columns.find(({ column }) => column === layout.table.columns[first as number]?.name);
  const told = indexes.added.map(({ columns }) => columns).filter(([column]) => column !== ofKey?.name);
  return migrationSteps(plan, { key: indexes.key, added: told }, kept);
}

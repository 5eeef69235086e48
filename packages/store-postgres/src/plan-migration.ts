import type { MigrationPlan, MigrationStep, SqlDialect, StoredTable } from "@tablewright/core/storage";
import { type LaidOutColumn, quoteName, type TableLayout } from "@tablewright/store-sql";
import { namesInUse, readLayouts } from "./catalogue.ts";
import type { Connection } from "./connection.ts";
import { planTable, type TablePlan } from "./plan-table.ts";

/** What opening a database for tables would do; reads alone. */
export async function planMigration(
  connection: Connection,
  wanted: readonly StoredTable[],
  dialect: SqlDialect,
): Promise<MigrationPlan> {
  const names = await namesInUse(connection);
  const steps: MigrationStep[] = [];
  for (const table of wanted)
    steps.push(...(await stepsOf(connection, await planTable(connection, table, names, dialect))));
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
async function stepsOf(connection: Connection, plan: TablePlan): Promise<readonly MigrationStep[]> {
  const { layout, isNew, added, indexes, renumbers, refusals } = plan;
  const table = layout.table.name;
  const inDefinition = (name: string) => layout.columns.find((one) => one.name === name)?.column ?? name;
  const steps: MigrationStep[] = [];
  if (isNew) steps.push({ what: "createTable", table, columns: added.map(({ column }) => column) });
  else {
    for (const { column, form } of added) steps.push({ what: "addColumn", table, column, holds: form });
    if (indexes.key !== undefined)
      steps.push({ what: "changeKey", table, columns: indexes.key.map(inDefinition) });
    for (const column of unnamedColumns(layout)) steps.push(await keptColumn(connection, layout, column));
  }
  const [first] = layout.table.key;
  for (const { columns } of indexes.added) {
    const told = columns.map(inDefinition);
    if (told[0] !== layout.table.columns[first as number]?.name)
      steps.push({ what: "addIndex", table, columns: told });
  }
  if (renumbers) steps.push({ what: "renumberRows", table, to: layout.table.rowNumbers });
  for (const reason of refusals) steps.push({ what: "refuse", table, reason });
  return steps;
}

function unnamedColumns({ table, columns }: TableLayout): readonly LaidOutColumn[] {
  const named = new Set(table.columns.map(({ name }) => name));
  return columns.filter(({ column }) => !named.has(column));
}

async function keptColumn(
  connection: Connection,
  layout: TableLayout,
  { column, name, form }: LaidOutColumn,
): Promise<MigrationStep> {
  const [values] =
    (await connection.get(`select count(${quoteName(name)}) from ${quoteName(layout.name)}`)) ?? [];
  return { what: "keepColumn", table: layout.table.name, column, holds: form, values: Number(values) };
}

import type { MigrationPlan, MigrationStep, StoredTable } from "@tablewright/core/storage";
import { type LaidOutColumn, quoteName, type TableLayout } from "@tablewright/store-sql";
import { readLayouts } from "./catalogue.ts";
import type { Connection } from "./connection.ts";
import { planTable, type TablePlan } from "./plan-table.ts";

/** What opening a file for tables would do; reads alone. */
export function planMigration(connection: Connection, wanted: readonly StoredTable[]): MigrationPlan {
  const names = new Set(wanted.map(({ name }) => name));
  return [
    ...wanted.flatMap((table) => stepsOf(connection, planTable(connection, table))),
    ...readLayouts(connection)
      .filter(({ table }) => !names.has(table))
      .map(({ table, name, columns }): MigrationStep => {
        const [rows] = connection.get(`select count(*) from ${quoteName(name)}`) ?? [];
        return { what: "keepTable", table, columns: columns.map(({ column }) => column), rows: Number(rows) };
      }),
  ];
}

function stepsOf(connection: Connection, plan: TablePlan): MigrationStep[] {
  const { layout, isNew, added, indexes, renumbers, refusals } = plan;
  const table = layout.table.name;
  const inDefinition = (names: readonly string[]) =>
    names.map((name) => layout.columns.find((one) => one.name === name)?.column ?? name);
  const steps: MigrationStep[] = [];
  if (isNew) steps.push({ what: "createTable", table, columns: added.map(({ column }) => column) });
  else {
    for (const { column, form } of added) steps.push({ what: "addColumn", table, column, holds: form });
    if (indexes.key !== undefined)
      steps.push({ what: "changeKey", table, columns: inDefinition(indexes.key) });
    steps.push(...unnamedColumns(layout).map((column) => keptColumn(connection, layout, column)));
  }
  for (const column of inDefinition(indexes.columns))
    steps.push({ what: "addIndex", table, columns: [column] });
  if (renumbers) steps.push({ what: "renumberRows", table, to: layout.table.rowNumbers });
  for (const reason of refusals) steps.push({ what: "refuse", table, reason });
  return steps;
}

function unnamedColumns({ table, columns }: TableLayout): readonly LaidOutColumn[] {
  const named = new Set(table.columns.map(({ name }) => name));
  return columns.filter(({ column }) => !named.has(column));
}

function keptColumn(
  connection: Connection,
  layout: TableLayout,
  { column, name, form }: LaidOutColumn,
): MigrationStep {
  const [values] = connection.get(`select count(${quoteName(name)}) from ${quoteName(layout.name)}`) ?? [];
  return { what: "keepColumn", table: layout.table.name, column, holds: form, values: Number(values) };
}

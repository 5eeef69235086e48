import type { MigrationPlan, MigrationStep, StoredTable } from "@tablewright/core/storage";
import { migrationSteps, quoteName, type TablePlan, unnamedColumns } from "@tablewright/store-sql";
import { readLayouts } from "./catalogue.ts";
import type { Connection } from "./connection.ts";
import type { IndexChanges } from "./plan-indexes.ts";
import { planTable } from "./plan-table.ts";

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

function stepsOf(connection: Connection, plan: TablePlan<IndexChanges>): readonly MigrationStep[] {
  const { key, columns } = plan.indexes;
  const kept = unnamedColumns(plan.layout).map(({ count, step }) => step(connection.get(count)?.[0]));
  return migrationSteps(plan, { key, added: columns.map((column) => [column]) }, kept);
}

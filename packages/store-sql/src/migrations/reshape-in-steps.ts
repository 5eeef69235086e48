import { changeLayout, removeLayout } from "../catalogue/catalogue.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import type { SqlStoreDialect } from "../store/sql-store-dialect.ts";
import type { LaidOutColumn, TableLayout } from "../tables/table-layout.ts";
import { isReshaped } from "./change-table.ts";
import { type AlteringInSteps, type Leftover, noteLeftover, removeLeftovers } from "./leftovers.ts";
import type { TablesPlan } from "./plan-tables.ts";
import type { TablePlan } from "./table-plan.ts";

/**
 * Renames, converts and removes what is there, where each statement that alters a table is committed by itself. One transaction
 * changes the catalogue of all tables, in which complete shadow columns take the places of others; then the old columns and
 * tables are removed. What ends before that transaction has changed nothing, and what ends after it all.
 */
export async function reshapeInSteps<Connection extends SqlConnection>(
  connection: Connection,
  { tables, dropped }: Pick<TablesPlan, "tables" | "dropped">,
  steps: AlteringInSteps<Connection>,
  dialect: SqlStoreDialect<Connection>,
): Promise<void> {
  for (const { layout, was, replaced } of tables.filter(isReshaped).map(reshaped)) {
    await changeLayout(connection, layout, was, dialect);
    for (const leftover of replaced) await noteLeftover(connection, leftover, dialect);
  }
  for (const { table, name } of dropped) {
    await removeLayout(connection, table, dialect);
    await noteLeftover(connection, { table: name }, dialect);
  }
  await connection.exec("commit");
  await removeLeftovers(connection, steps, dialect);
}

/** A table as the catalogue is to have it, but for the columns that only have to be added. */
interface Reshaped {
  readonly layout: TableLayout;
  /** Its name in the definition before. */
  readonly was: string;
  readonly replaced: readonly Leftover[];
}

function reshaped({ layout, old, converted, added, unnamed, drops }: TablePlan): Reshaped {
  const columns = layout.columns.filter((column) => !added.includes(column));
  const replaced = [...converted.map(({ column }) => column), ...(drops ? unnamed : [])];
  const inPlace = (column: LaidOutColumn): LaidOutColumn => {
    const shadow = converted.find((one) => one.column === column)?.shadow;
    return shadow === undefined ? column : { ...column, name: shadow.name };
  };
  return {
    layout: { ...layout, columns: columns.map(inPlace) },
    was: old?.table ?? layout.table.name,
    replaced: replaced.map(({ name }) => ({ table: layout.name, column: name })),
  };
}

import type { AppDefinition, ColumnDefinition, TableDefinition } from "../../schema/index.ts";
import { engineTable } from "../stored/engine-table.ts";

/** The last number of each column that numbers rows. */
export const numbersTable = engineTable(
  "tablewright_numbers",
  { Table: "text", Column: "text", Last: "integer" },
  2,
);

/** The columns of a table that number its rows. */
export function numberedColumns({ columns }: TableDefinition): readonly ColumnDefinition[] {
  return columns.filter(({ options }) => options.autoNumber);
}

/** Whether any table numbers its rows. */
export function hasNumbers({ tables }: AppDefinition): boolean {
  return [...tables.values()].some((table) => numberedColumns(table).length > 0);
}

import type { AppDefinition, ColumnDefinition, TableDefinition } from "../../schema/index.ts";
import type { StoredTable } from "../../storage/index.ts";

/** The last number of each column that numbers rows: a table of the engine's own, of a name that no definition can have. */
export const numbersTable: StoredTable = {
  name: "tablewright_numbers",
  columns: [
    { name: "Table", kind: "text", family: "text", indexed: false },
    { name: "Column", kind: "text", family: "text", indexed: false },
    { name: "Last", kind: "integer", family: "number", indexed: false },
  ],
  key: [0, 1],
  rowNumbers: "stable",
};

/** The columns of a table that number its rows. */
export function numberedColumns({ columns }: TableDefinition): readonly ColumnDefinition[] {
  return columns.filter(({ options }) => options.autoNumber);
}

/** Whether any table numbers its rows. */
export function hasNumbers({ tables }: AppDefinition): boolean {
  return [...tables.values()].some((table) => numberedColumns(table).length > 0);
}

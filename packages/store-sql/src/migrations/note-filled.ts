import type { SqlConnection } from "../store/sql-connection.ts";
import type { TableLayout } from "../tables/table-layout.ts";
import { type CatalogueDialect, changeLayout } from "./catalogue.ts";
import { unfilledColumns } from "./unfilled-columns.ts";

/** Takes note that the rows of tables have values in all columns; answers the tables without the note that they have not. */
export async function noteFilled(
  connection: SqlConnection,
  layouts: readonly TableLayout[],
  dialect: CatalogueDialect,
): Promise<readonly TableLayout[]> {
  const filled: TableLayout[] = [];
  for (const layout of layouts) {
    const unfilled = unfilledColumns(layout);
    const columns = layout.columns.map((column) => {
      if (!unfilled.includes(column)) return column;
      const { filledTo: _, ...rest } = column;
      return rest;
    });
    filled.push({ ...layout, columns });
    if (unfilled.length > 0)
      await changeLayout(connection, { ...layout, columns }, layout.table.name, dialect);
  }
  return filled;
}

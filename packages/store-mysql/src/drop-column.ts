import { quoteName } from "@tablewright/store-sql";
import type { Connection } from "./connection.ts";
import { digestColumn, foldColumn } from "./generated-columns.ts";
import { dropIndex } from "./indexes.ts";

/** Removes a column with what is generated of it and the indexes on either; does nothing where it is gone. */
export async function dropColumn(connection: Connection, table: string, column: string): Promise<void> {
  const names = [foldColumn(column), digestColumn(column), column];
  const isOne = `table_schema = database() and table_name = ? and column_name in (${names.map(() => "?").join(", ")})`;
  const read = (what: string) =>
    connection
      .all(`select distinct ${what} and ${isOne}`, [table, ...names])
      .then((rows) => rows.map(String));
  const indexes = await read("index_name from information_schema.statistics where index_name <> 'PRIMARY'");
  for (const index of indexes) await connection.exec(dropIndex(table, index));
  const columns = await read("column_name from information_schema.columns where true");
  const dropped = names
    .filter((name) => columns.includes(name))
    .map((name) => `drop column ${quoteName(name)}`);
  if (dropped.length > 0) await connection.exec(`alter table ${quoteName(table)} ${dropped.join(", ")}`);
}

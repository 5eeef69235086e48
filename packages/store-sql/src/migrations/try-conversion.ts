import {
  migrationWords,
  NamedThings,
  namedRow,
  type StoredTable,
  valueInRow,
} from "@tablewright/core/storage";
import type { SqlConnection } from "../store/sql-connection.ts";
import { readSqlValue } from "../values/sql-value.ts";
import type { CatalogueDialect } from "./catalogue.ts";
import { tablePages } from "./table-pages.ts";
import type { ConvertedLayout } from "./table-plan.ts";

/** Tries every value of a column that gets another form, and answers why it cannot have it, with all of those that do not convert. */
export async function tryConversion(
  connection: SqlConnection,
  table: StoredTable,
  place: { readonly name: string; readonly naming: readonly string[] },
  { column, held, convert }: ConvertedLayout,
  dialect: CatalogueDialect,
): Promise<string | undefined> {
  if (convert === undefined) return undefined;
  const failed = new NamedThings();
  const columns = [column.name, ...place.naming];
  for await (const page of tablePages(connection, place.name, columns, dialect)) {
    for (const [, stored = null, ...name] of page) {
      if (stored === null) continue;
      const value = readSqlValue(stored, held);
      if (convert(value) !== undefined) continue;
      // A number may stand for a day or a time, which the database writes as people do.
      failed.add(valueInRow(typeof value === "number" ? stored : value, namedRow(name)));
    }
  }
  if (failed.length === 0) return undefined;
  return migrationWords.unread(column.column, table.name, held, column.form, failed);
}

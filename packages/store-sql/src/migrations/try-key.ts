import { KeysOfRows, migrationWords, NamedThings, namedRow } from "@tablewright/core/storage";
import type { CatalogueDialect } from "../catalogue/catalogue.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import { columnsAsStored, type LaidOutColumn } from "../tables/table-layout.ts";
import { readSqlValue, type SqlValue } from "../values/sql-value.ts";
import { tablePages } from "./table-pages.ts";
import type { TablePlan } from "./table-plan.ts";

/** Why the rows that are there cannot have the key of the definition: those in which it is blank, and those that share one. */
export async function tryKey(
  connection: SqlConnection,
  { layout, rows, added, converted }: Pick<TablePlan, "layout" | "rows" | "added" | "converted">,
  naming: readonly string[],
  dialect: CatalogueDialect,
): Promise<readonly string[]> {
  const { table, name } = layout;
  const columns = columnsAsStored(layout);
  const parts = table.key.map((at) => columns[at] as LaidOutColumn);
  const key = parts.map(({ column }) => column);
  const isNew = parts.filter((part) => added.includes(part)).map(({ column }) => column);
  if (rows === 0) return [];
  if (isNew.length > 0) return [migrationWords.newKey(key, table.name, isNew, rows)];

  const blank = new NamedThings();
  const keys = new KeysOfRows();
  const inForm = parts.map((part) => inFormOf(converted.find(({ column }) => column === part)));
  const read = [...parts.map((part) => part.name), ...naming];
  for await (const page of tablePages(connection, name, read, dialect)) {
    for (const [, ...values] of page) {
      const held = parts.map((_, at) => inForm[at]?.(values[at] ?? null) ?? null);
      const row = namedRow(values.slice(parts.length));
      if (held.includes(null)) blank.add(row);
      else keys.add(JSON.stringify(held), row);
    }
  }
  const { shared } = keys;
  return [
    ...(blank.length > 0 ? [migrationWords.blankKey(key, table.name, blank)] : []),
    ...(shared.length > 0 ? [migrationWords.sharedKey(key, table.name, shared)] : []),
  ];
}

/** The value of a key part as it will be kept; one that does not convert has been reported, and counts as what it is. */
function inFormOf(converted: TablePlan["converted"][number] | undefined): (stored: SqlValue) => unknown {
  const { convert, held } = converted ?? {};
  if (convert === undefined || held === undefined) return (stored) => stored;
  return (stored) => (stored === null ? null : (convert(readSqlValue(stored, held)) ?? `${stored}`));
}

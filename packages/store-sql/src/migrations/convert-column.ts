import { quoteName } from "../fragments/quote-name.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import type { SqlStoreDialect } from "../store/sql-store-dialect.ts";
import { freeName } from "../tables/free-name.ts";
import { SLOT, type TableLayout } from "../tables/table-layout.ts";
import type { ConvertedLayout } from "./table-plan.ts";
import { writeConverted } from "./write-converted.ts";

/** Puts a column of another form in the place of one that has no index, with its values converted; each was tried before. */
export async function convertColumn(
  connection: SqlConnection,
  { name: table, columns }: TableLayout,
  converted: ConvertedLayout,
  dialect: SqlStoreDialect,
): Promise<void> {
  const { column: planned } = converted;
  const { name, form } = columns.find((one) => one.column === planned.column) ?? planned;
  const taken = [SLOT, ...dialect.systemColumns, ...columns.map((one) => one.name)];
  const beside = freeName(`${name}~new`, taken, dialect.longestName);
  const alter = (change: string) => connection.exec(`alter table ${quoteName(table)} ${change}`);
  await alter(`add column ${quoteName(beside)} ${dialect.typeOf(form)}`);
  await writeConverted(connection, table, [name, beside], converted, dialect);
  await alter(`drop column ${quoteName(name)}`);
  await alter(`rename column ${quoteName(beside)} to ${quoteName(name)}`);
}

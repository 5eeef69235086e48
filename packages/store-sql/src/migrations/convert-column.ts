import { quoteName } from "../fragments/quote-name.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import type { SqlStoreDialect } from "../store/sql-store-dialect.ts";
import { freeName } from "../tables/free-name.ts";
import { SLOT, type TableLayout } from "../tables/table-layout.ts";
import { readSqlValue, writeSqlValue } from "../values/sql-value.ts";
import { tablePages } from "./table-pages.ts";
import type { ConvertedLayout } from "./table-plan.ts";

/** Puts a column of another form in the place of one that has no index, with its values converted; each was tried before. */
export async function convertColumn(
  connection: SqlConnection,
  { name: table, columns }: TableLayout,
  { column: planned, held, convert }: ConvertedLayout,
  dialect: SqlStoreDialect,
): Promise<void> {
  const column = columns.find((one) => one.column === planned.column) ?? planned;
  const taken = [SLOT, ...dialect.systemColumns, ...columns.map(({ name }) => name)];
  const beside = freeName(`${column.name}~new`, taken, dialect.longestName);
  const alter = (change: string) => connection.exec(`alter table ${quoteName(table)} ${change}`);
  await alter(`add column ${quoteName(beside)} ${dialect.typeOf(column.form)}`);
  if (convert !== undefined) {
    const write =
      `update ${quoteName(table)} set ${quoteName(beside)} = ${dialect.placeholder(1)} ` +
      `where ${quoteName(SLOT)} = ${dialect.placeholder(2)}`;
    for await (const page of tablePages(connection, table, [column.name], dialect)) {
      const values = page.filter(([, stored]) => stored !== null);
      await Promise.all(
        values.map(([slot = null, stored = null]) => connection.run(write, [converted(stored), slot])),
      );
    }
  }
  await alter(`drop column ${quoteName(column.name)}`);
  await alter(`rename column ${quoteName(beside)} to ${quoteName(column.name)}`);

  function converted(stored: Parameters<typeof readSqlValue>[0]) {
    const value = convert?.(readSqlValue(stored, held));
    if (value === undefined) throw new Error(`A value of "${column.column}" converts no longer.`);
    return writeSqlValue(value, column.form);
  }
}

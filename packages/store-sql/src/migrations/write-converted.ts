import { quoteName } from "../fragments/quote-name.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import { SLOT } from "../tables/table-layout.ts";
import { readSqlValue, type SqlValue, writeSqlValue } from "../values/sql-value.ts";
import type { CatalogueDialect } from "./catalogue.ts";
import { tablePages } from "./table-pages.ts";
import type { ConvertedLayout } from "./table-plan.ts";

/**
 * Writes the values of a column, each of which was tried before, in another form into a column beside it. `afterPage` runs
 * whenever some thousand rows have theirs.
 */
export async function writeConverted(
  connection: SqlConnection,
  table: string,
  [from, to]: readonly [from: string, to: string],
  { column, held, convert }: ConvertedLayout,
  dialect: CatalogueDialect,
  afterPage: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  if (convert === undefined) return;
  const write =
    `update ${quoteName(table)} set ${quoteName(to)} = ${dialect.placeholder(1)} ` +
    `where ${quoteName(SLOT)} = ${dialect.placeholder(2)}`;
  for await (const page of tablePages(connection, table, [from], dialect)) {
    const values = page.filter(([, stored]) => stored !== null);
    await Promise.all(
      values.map(([slot = null, stored = null]) => connection.run(write, [converted(stored), slot])),
    );
    await afterPage();
  }

  function converted(stored: SqlValue): SqlValue {
    const value = convert?.(readSqlValue(stored, held));
    if (value === undefined) throw new Error(`A value of "${column.column}" converts no longer.`);
    return writeSqlValue(value, column.form);
  }
}

import { quoteName } from "../fragments/quote-name.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import type { SqlStoreDialect } from "../store/sql-store-dialect.ts";
import type { TableLayout } from "../tables/table-layout.ts";
import { unusedName } from "../tables/unused-name.ts";
import type { TableIndex } from "./index-dialect.ts";
import type { Renames } from "./table-plan.ts";

/** Gives a table and its columns the names they are to have in the database; answers where they lie then. */
export async function renameTable(
  connection: SqlConnection,
  layout: TableLayout,
  { table, columns }: Renames,
  names: Set<string>,
  dialect: Pick<SqlStoreDialect, "names">,
): Promise<TableLayout> {
  let name = layout.name;
  const rename = async (to: string) => {
    await connection.exec(`alter table ${quoteName(name)} rename to ${quoteName(to)}`);
    name = to;
  };
  if (table !== undefined && table !== name) {
    // To most databases a name in other letters is the same name, which the table has already.
    if (table.toLowerCase() === name.toLowerCase())
      await rename(unusedName(`${name}~new`, names, dialect.names));
    await rename(table);
    names.delete(layout.name);
    names.add(table);
  }
  for (const { from, to } of columns)
    if (from !== to)
      await connection.exec(
        `alter table ${quoteName(name)} rename column ${quoteName(from)} to ${quoteName(to)}`,
      );
  const newNames = new Map(columns.map(({ from, to }) => [from, to]));
  return {
    ...layout,
    name,
    columns: layout.columns.map((column) => ({
      ...column,
      name: newNames.get(column.name) ?? column.name,
    })),
  };
}

/** An index as it is noted down once its columns have other names. */
export function withNewNames(index: TableIndex, { columns }: Renames): TableIndex {
  const newNames = new Map(columns.map(({ from, to }) => [from, to]));
  return {
    ...index,
    columns: index.columns.map((name) => newNames.get(name) ?? name),
    on: index.on.replace(NAMES, (quoted) => {
      const name = newNames.get(quoted.slice(1, -1).replaceAll('""', '"'));
      return name === undefined ? quoted : quoteName(name);
    }),
  };
}

/** Names of columns in the text of an index, where collations have names, too. */
const NAMES = /(?<!collate )"(?:[^"]|"")*"/giu;

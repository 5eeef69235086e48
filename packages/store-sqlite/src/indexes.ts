import {
  columnsAsStored,
  type IndexedField,
  type PlannedIndex,
  quoteName,
  renderSql,
  sql,
  sqlName,
  type TableIndex,
  type TableLayout,
} from "@tablewright/store-sql";
import type { SqliteConnection } from "./connection.ts";
import { sqlite } from "./expression-dialect.ts";

/** The index that keeps a key unique and finds rows by it. */
export function keyIndex(layout: TableLayout): PlannedIndex {
  const all = columnsAsStored(layout);
  const columns = layout.table.key.map((part) => all[part]?.name ?? "");
  return { isUnique: true, columns, on: `(${columns.map(quoteName).join(", ")})` };
}

/**
 * The index on a column: on the fold where it is text, as by it the language tells texts apart. How letters are folded
 * comes with the Unicode data of the program, so their version is in the name of the index, and one that another
 * version has made is made again.
 */
export function sqliteColumnIndex(layout: TableLayout, at: number): PlannedIndex {
  const column = columnsAsStored(layout)[at]?.name ?? "";
  const isText = layout.table.columns[at]?.family === "text";
  const name = quoteName(column);
  return {
    isUnique: false,
    columns: [column],
    on: isText ? `(tw_fold(${name}))` : `(${name})`,
    ...(isText ? { nameEnding: CURRENT } : {}),
  };
}

/** The index on a field of the objects in a column, on the fold where it is text. */
export function sqliteFieldIndex(
  layout: TableLayout,
  at: number,
  { path, form }: IndexedField,
): PlannedIndex | undefined {
  const member = sqlite.jsonMember?.(sqlName(columnsAsStored(layout)[at]?.name ?? ""), path, form, true);
  if (member === undefined) return undefined;
  const isText = form === "text";
  const on = renderSql(isText ? sql`(tw_fold(${member}))` : sql`(${member})`, sqlite).text;
  return { isUnique: false, columns: namesIn(on), on, nameEnding: isText ? CURRENT : "" };
}

/** The indexes that a table has, as the statements say that made them. */
export function sqliteIndexes(
  connection: SqliteConnection,
  { name: table }: TableLayout,
): readonly TableIndex[] {
  const listed = connection.all(
    `select list.name, list."unique", made.sql from pragma_index_list(?) as list
      join sqlite_schema as made on made.type = 'index' and made.name = list.name where made.sql is not null`,
    [table],
  );
  return listed.map(([name, unique, sql]) => {
    const on = ON.exec(String(sql))?.[1] ?? "";
    const columns = namesIn(on);
    const isStale = on.startsWith("(tw_fold(") && !String(name).includes(CURRENT);
    return { name: String(name), isUnique: unique === 1, columns, on, isStale };
  });
}

/** Columns, and of fields also the members on the way. */
function namesIn(on: string): readonly string[] {
  return Array.from(on.matchAll(NAMES), ([quoted]) => quoted.slice(1, -1).replaceAll('""', '"'));
}

/** What follows the name of the table. */
const ON = /\son (?:"(?:[^"]|"")*") (\(.*\))$/u;
const NAMES = /"(?:[^"]|"")*"/gu;

/** The number grows with every change of our fold. */
const CURRENT = `, fold 2 of Unicode ${process.versions.unicode}`;

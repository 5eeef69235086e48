import {
  columnsAsStored,
  type PlannedIndex,
  quoteName,
  type TableIndex,
  type TableLayout,
} from "@tablewright/store-sql";
import type { MysqlConnection } from "./connection.ts";
import { addGenerated, digest, digestColumn, fold, foldColumn } from "./generated-columns.ts";

/** The index that keeps a key unique, on digests of its texts; a single text is also found by its own beginning. */
export async function mysqlKeyIndexes(
  connection: MysqlConnection,
  layout: TableLayout,
): Promise<readonly PlannedIndex[]> {
  const columns = columnsAsStored(layout);
  const parts = layout.table.key.flatMap((at) => columns[at] ?? []);
  const texts = parts.filter(({ form }) => form === "text");
  const unique: PlannedIndex = {
    isUnique: true,
    columns: parts.map(({ name }) => name),
    on: listed(parts.map(({ name, form }) => quoteName(form === "text" ? digestColumn(name) : name))),
    before: addGenerated(
      layout.name,
      texts.map(({ name }) => digest(name)),
    ),
  };
  const [text] = texts;
  if (parts.length > 1 || text === undefined) return [unique];
  const beginning = {
    isUnique: false,
    columns: [`${text.name}${BEGINNING}`],
    on: listed([`${quoteName(text.name)}(${LONGEST_BEGINNING})`]),
  };
  const existing = await mysqlIndexes(connection, layout);
  return existing.some(({ on }) => on === beginning.on) ? [unique] : [beginning, unique];
}

/** The index on a column. Of a text it holds what all texts of its fold have in common. */
export function mysqlColumnIndex(layout: TableLayout, at: number): PlannedIndex | undefined {
  const { name = "", form } = columnsAsStored(layout)[at] ?? {};
  const isText = layout.table.columns[at]?.family === "text";
  if (!isText)
    return {
      isUnique: false,
      columns: [name],
      on: listed([form === "text" ? `${quoteName(name)}(${LONGEST_BEGINNING})` : quoteName(name)]),
    };
  const on = listed([quoteName(foldColumn(name))]);
  return { isUnique: false, columns: [name], on, before: addGenerated(layout.name, [fold(name)]) };
}

/** The indexes that a table has, but for those of the primary key. */
export async function mysqlIndexes(
  connection: Pick<MysqlConnection, "all">,
  { name: table }: Pick<TableLayout, "name">,
): Promise<readonly TableIndex[]> {
  const read = await connection.all(
    "select index_name, non_unique, column_name, sub_part from information_schema.statistics " +
      "where table_schema = database() and table_name = ? and index_name <> 'PRIMARY' order by index_name, seq_in_index",
    [table],
  );
  return [...Map.groupBy(read, ([name]) => String(name))].map(([name, parts]) => ({
    name,
    isUnique: Number(parts[0]?.[1]) === 0,
    columns: parts.map(
      ([, , column, length]) =>
        `${String(column).replace(/~(fold|key)$/u, "")}${length === null ? "" : BEGINNING}`,
    ),
    on: listed(
      parts.map(
        ([, , column, length]) => `${quoteName(String(column))}${length === null ? "" : `(${length})`}`,
      ),
    ),
  }));
}

export function dropIndex(table: string, index: string): string {
  return `drop index ${quoteName(index)} on ${quoteName(table)}`;
}

function listed(parts: readonly string[]): string {
  return `(${parts.join(", ")})`;
}

/** Characters of a text that an index takes, which are four bytes at most. */
const LONGEST_BEGINNING = 191;

/** What is added to the name of a column of which an index holds beginnings. */
export const BEGINNING = " begins";

import { columnsAsStored, hasIndex, type TableLayout } from "@tablewright/store-sql";
import type { Connection } from "./connection.ts";
import { foldIndexFor, isStaleFold } from "./fold-index.ts";

/** The indexes that a table lacks, and those that would refuse its rows or lose them; all by names of the file. */
export interface IndexChanges {
  /** The columns of the key, when it has no index yet. */
  readonly key: readonly string[] | undefined;
  /** Columns that want an index of their own and have none. */
  readonly columns: readonly string[];
  /** Text columns that want an index on their fold and have none: some of `columns`, and the first of the key. */
  readonly folds: readonly string[];
  /** Indexes of a key that is no longer the key, and of texts that were folded in another way. */
  readonly dropped: readonly string[];
}

/**
 * Every table has an index on its key, which keeps it unique, and one on each column that wants one; texts are indexed by
 * their fold. The index of a key that is no longer the key goes; no other index does.
 */
export function planIndexes(connection: Connection, layout: TableLayout): IndexChanges {
  const columns = columnsAsStored(layout);
  const key = layout.table.key.map((part) => columns[part]?.name ?? "");
  const existing = indexesOf(connection, layout.name);
  const searched = columns.filter((_, at) => hasIndex(layout, at)).map(({ name }) => name);
  const texts = columns
    .filter((_, at) => layout.table.columns[at]?.family === "text")
    .map(({ name }) => name);
  const folds = searched
    .filter((name) => texts.includes(name))
    .filter(
      (name) => !existing.some((index) => !index.isStale && index.statement.endsWith(foldEnding(name))),
    );
  const plain = searched
    .filter((name) => !texts.includes(name) && name !== key[0])
    .filter((name) => !existing.some((index) => !index.isUnique && isOn(index, [name])));
  return {
    key: existing.some((index) => index.isUnique && isOn(index, key)) ? undefined : key,
    columns: searched.filter((name) => plain.includes(name) || (folds.includes(name) && name !== key[0])),
    folds,
    dropped: existing
      .filter((index) => (index.isUnique && !isOn(index, key)) || index.isStale)
      .map(({ name }) => name),
  };
}

function foldEnding(column: string): string {
  return ` (${foldIndexFor("", column).on})`;
}

interface Index {
  readonly name: string;
  readonly isUnique: boolean;
  /** Its columns; an expression has no name. */
  readonly columns: readonly string[];
  readonly statement: string;
  readonly isStale: boolean;
}

function indexesOf(connection: Connection, table: string): readonly Index[] {
  const listed = connection.all(
    `select list.name, list."unique", coalesce(made.sql, '') from pragma_index_list(?) as list
      join sqlite_schema as made on made.type = 'index' and made.name = list.name`,
    [table],
  );
  return listed.map(([name, unique, sql]) => ({
    name: String(name),
    isUnique: unique === 1,
    columns: connection
      .all("select coalesce(name, '') from pragma_index_info(?) order by seqno", [name ?? null])
      .map(([column]) => String(column)),
    statement: String(sql),
    isStale: isStaleFold(String(name), String(sql)),
  }));
}

function isOn(index: Index, columns: readonly string[]): boolean {
  return index.columns.length === columns.length && index.columns.every((name, at) => name === columns[at]);
}

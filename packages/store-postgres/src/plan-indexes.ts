import {
  columnsAsStored,
  hasIndex,
  renderSql,
  type SqlDialect,
  sqlName,
  type TableLayout,
} from "@tablewright/store-sql";
import { readIndexes, type TableIndex } from "./catalogue.ts";
import type { Connection } from "./connection.ts";
import { indexedFold } from "./expression-dialect.ts";
import type { PlannedIndex } from "./key-indexes.ts";

/** What is to be done about the indexes of a table, by names of the database. */
export interface IndexChanges {
  /** The columns of the key, when it has no index yet. */
  readonly key: readonly string[] | undefined;
  /** Those to be made on single columns. */
  readonly added: readonly PlannedIndex[];
  /** Those of a key that is no longer the key, and of texts that were folded in another way. */
  readonly dropped: readonly TableIndex[];
  /** Those that stay. */
  readonly left: readonly TableIndex[];
  /** Whether the catalogue names one that is no longer there. */
  readonly isIncomplete: boolean;
}

/**
 * Every table has an index on the key, which keeps it unique, and one on each column that wants one: on the fold where it is
 * text. The index of a key that is no longer the key would refuse rows and goes, and so does one on texts that were folded
 * in another way; no other index does. `names` are those in use in the database.
 */
export async function planIndexes(
  connection: Connection,
  layout: TableLayout,
  isNew: boolean,
  names: ReadonlySet<string>,
  dialect: SqlDialect,
): Promise<IndexChanges> {
  const columns = columnsAsStored(layout);
  const key = layout.table.key.map((part) => columns[part]?.name ?? "");
  const known = isNew ? [] : await readIndexes(connection, layout.table.name);
  const there = known.filter(({ name }) => names.has(name));
  const searched = searchedColumns(layout, key, dialect);
  const dropped = there.filter((index) => isOutdated(index, key, searched));
  const left = there.filter((index) => !dropped.includes(index));
  return {
    key: left.some((index) => index.isUnique && isOn(index, key)) ? undefined : key,
    added: searched.filter((index) => !left.some(({ on }) => on === index.on)),
    dropped,
    left,
    isIncomplete: there.length < known.length,
  };
}

/** The indexes on single columns, but for that on the key. Blanks stand first in them, as they do in every order. */
function searchedColumns(
  layout: TableLayout,
  key: readonly string[],
  dialect: SqlDialect,
): readonly PlannedIndex[] {
  return columnsAsStored(layout).flatMap(({ name }, at): readonly PlannedIndex[] => {
    if (!hasIndex(layout, at)) return [];
    const isText = layout.table.columns[at]?.family === "text";
    if (!isText && key[0] === name) return [];
    const folded = isText ? dialect.fold?.(sqlName(name)) : sqlName(name);
    if (folded === undefined) return [];
    const { text } = renderSql(isText ? indexedFold(folded) : folded, dialect);
    return [{ isUnique: false, columns: [name], on: `(${text} nulls first)` }];
  });
}

function isOutdated(index: TableIndex, key: readonly string[], searched: readonly PlannedIndex[]): boolean {
  if (index.isUnique) return !isOn(index, key);
  const isSearched = searched.some(({ columns, on }) => isOn(index, columns) && on !== index.on);
  return isSearched && !index.on.startsWith("using hash");
}

function isOn(index: Pick<TableIndex, "columns">, columns: readonly string[]): boolean {
  return index.columns.length === columns.length && index.columns.every((name, at) => name === columns[at]);
}

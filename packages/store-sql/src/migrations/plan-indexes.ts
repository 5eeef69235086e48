import { indexedFieldsOf } from "../compile/sql-table.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import type { IndexDialect, PlannedIndex, TableIndex } from "../store/sql-store-dialect.ts";
import { columnsAsStored, hasIndex, type TableLayout } from "../tables/table-layout.ts";

/** What is to be done about the indexes of a table, by names of the database. */
export interface IndexChanges {
  /** The columns of the key, when it has no index yet. */
  readonly key: readonly string[] | undefined;
  /** Whether these columns are not the key of the rows that are there. */
  readonly isOtherKey: boolean;
  /** Those to be made on single columns. */
  readonly added: readonly PlannedIndex[];
  /** Those of a key that is no longer the key, of texts that were folded in another way, and of columns made again. */
  readonly dropped: readonly TableIndex[];
  /** Those that stay. */
  readonly left: readonly TableIndex[];
  /** Whether the catalogue names one that is no longer there. */
  readonly isIncomplete: boolean;
}

/**
 * Every table has an index on the key, which keeps it unique, and one on each column that wants one: on the fold where it is
 * text. The index of a key that is no longer the key would refuse rows and goes, and so do one on texts that were folded
 * in another way and those on `remade` columns; no other index does. `known` are those of the table, and `names` those in
 * use in the database.
 */
export function planIndexes<Connection extends SqlConnection>(
  layout: TableLayout,
  known: readonly TableIndex[],
  remade: ReadonlySet<string>,
  names: ReadonlySet<string>,
  dialect: IndexDialect<Connection>,
): IndexChanges {
  const columns = columnsAsStored(layout);
  const key = layout.table.key.map((part) => columns[part]?.name ?? "");
  const existing = known.filter(({ name }) => names.has(name));
  const searched = searchedColumns(layout, key, dialect);
  const dropped = existing.filter(
    (index) => index.columns.some((name) => remade.has(name)) || isOutdated(index, key, searched),
  );
  const left = existing.filter((index) => !dropped.includes(index));
  const isKey = (index: TableIndex) => index.isUnique && isOn(index, key);
  return {
    key: left.some(isKey) ? undefined : key,
    isOtherKey: !existing.some(isKey),
    added: searched.filter((index) => !left.some(({ on }) => on === index.on)),
    dropped,
    left,
    isIncomplete: existing.length < known.length,
  };
}

/** The indexes on single columns; the first of the key, where it is no text, is found by the index on the key. */
function searchedColumns<Connection extends SqlConnection>(
  layout: TableLayout,
  key: readonly string[],
  dialect: IndexDialect<Connection>,
): readonly PlannedIndex[] {
  return columnsAsStored(layout).flatMap(({ name }, at): readonly PlannedIndex[] => {
    const { objects } = layout.table.columns[at] ?? {};
    if (objects !== undefined)
      return indexedFieldsOf(objects).flatMap((field) => dialect.fieldIndex?.(layout, at, field) ?? []);
    const isText = layout.table.columns[at]?.family === "text";
    if (!hasIndex(layout, at) || (!isText && key[0] === name)) return [];
    const index = dialect.columnIndex(layout, at);
    return index === undefined ? [] : [index];
  });
}

function isOutdated(index: TableIndex, key: readonly string[], searched: readonly PlannedIndex[]): boolean {
  if (index.isStale) return true;
  if (index.isUnique) return !isOn(index, key);
  const isSearched = searched.some(({ columns, on }) => isOn(index, columns) && on !== index.on);
  return isSearched && !index.on.startsWith("using hash");
}

function isOn(index: Pick<TableIndex, "columns">, columns: readonly string[]): boolean {
  return index.columns.length === columns.length && index.columns.every((name, at) => name === columns[at]);
}

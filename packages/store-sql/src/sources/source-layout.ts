import type { StoredTable } from "@tablewright/core/storage";
import type { SqlColumn, SqlTable, Windows } from "../compile/sql-table.ts";
import { joinSql, type SqlFragment, sql, sqlName } from "../fragments/sql-fragment.ts";
import type { TableDescription } from "../introspect/database-description.ts";
import type { SourceColumn } from "./source-column.ts";

/** A table or view of another program, which is used as it is. */
export interface SourceLayout {
  readonly table: StoredTable;
  /** Its name, after that of its schema. */
  readonly relation: SqlFragment;
  /** In the order of the table's columns. */
  readonly columns: readonly SourceColumn[];
  readonly changes: TableDescription["changes"];
  /** Whether the database sees to it that no two rows are read with the same key. */
  readonly isKeyUnique: boolean;
  /** The numbers that the database gives its rows: its key, or a column besides those of the table. */
  readonly rowIds?: RowIds | undefined;
}

/** A column of whole numbers by which windows of a table are searched. */
export interface RowIds extends Pick<Windows, "table" | "slot"> {
  readonly isKey: boolean;
}

/**
 * A table of another program as expressions are compiled about it: a sub-select that reads every column in its stored form
 * under the column's own name. What is read as it is databases take apart, so that indexes serve.
 */
export function sqlTableOfSource({ table, relation, columns, isKeyUnique, rowIds }: SourceLayout): SqlTable {
  const read = columns.map(({ name, read: readAs }) => {
    const column = sqlName(INNER, name);
    const value = readAs === undefined ? column : readAs(column);
    const own = nameWithin(name);
    return readAs === undefined && own === name ? column : sql`${value} as ${sqlName(own)}`;
  });
  if (rowIds !== undefined && !rowIds.isKey)
    read.push(sql`${sqlName(INNER, rowIds.slot)} as ${sqlName(ROW_ID)}`);
  const key = table.key.map((at) => columns[at] as SourceColumn);
  const [{ isLike, name: keyName = "" } = {} as Partial<SourceColumn>] =
    isKeyUnique && key.length === 1 ? key : [];
  if (isLike !== undefined) read.push(sql`${sqlName(INNER, keyName)} as ${sqlName(KEY_AS_IT_IS)}`);
  const [first, ...others] = table.key.map((at) => nameWithin(columns[at]?.name ?? ""));
  return {
    name: table.name,
    from: sql`(select ${joinSql(read, ", ")} from ${relation} as ${sqlName(INNER)})`,
    columns: columns.map((column, at) => ({
      ...asItIs(column),
      name: nameWithin(column.name),
      isIndexed: others.length === 0 && table.key[0] === at && column.form !== "text",
    })),
    slot: first ?? "",
    ...(isLike === undefined
      ? {}
      : { isKeyLike: (alias: string, text: SqlFragment) => isLike(sqlName(alias, KEY_AS_IT_IS), text) }),
    order: [first ?? "", ...others],
    isOrderTotal: isKeyUnique,
    ...(rowIds === undefined ? {} : { windows: windowsBy(rowIds) }),
    isNumberedBySlot: false,
  };
}

/** What conditions know of a column. */
function asItIs(column: SourceColumn): Omit<SqlColumn, "name"> {
  const { form, widen, heldAs, hasAnyDigits, isValue, isBlank, isOpaque, timeZone } = column;
  return {
    form,
    ...(widen === undefined ? {} : { widen }),
    ...(heldAs === undefined ? {} : { heldAs }),
    ...(hasAnyDigits ? { hasAnyDigits } : {}),
    ...(isValue === undefined ? {} : { isValue }),
    ...(isBlank === undefined ? {} : { isBlank }),
    ...(isOpaque ? { isOpaque } : {}),
    ...(timeZone === undefined ? {} : { timeZone }),
  };
}

function windowsBy({ table, slot, isKey }: RowIds): Windows {
  return { table, slot, column: isKey ? nameWithin(slot) : ROW_ID, areInOrder: isKey };
}

/** SQLite gives a column of a sub-select another name where it is called `true` or `false`. */
function nameWithin(name: string): string {
  return /^(?:true|false)$/iu.test(name) ? `${name}~column` : name;
}

/** The name of the numbers that rows have besides their columns; no column that is read is called so. */
const ROW_ID = "row~id";

/** The name of the only column of the key as the database compares it. */
const KEY_AS_IT_IS = "key~own";

/** The alias of the table itself; no alias of the compiler is like it. */
export const INNER = "source";

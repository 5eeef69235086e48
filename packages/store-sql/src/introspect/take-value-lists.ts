import type { ColumnDescription, TableDescription } from "./database-description.ts";
import { readValueList } from "./read-value-list.ts";

/** The table with the checks that list the values of a column of text or whole numbers said by that column instead. */
export function takeValueLists(table: TableDescription): TableDescription {
  const lists = table.checks.map((check) => listIn(check, table.columns));
  const valuesOf = (column: ColumnDescription) => {
    const [first, ...others] = lists.flatMap((list) => (list?.name === column.name ? [list.values] : []));
    return first?.filter((value) => others.every((other) => other.includes(value)));
  };
  return {
    ...table,
    columns: table.columns.map((column) => ({ ...column, values: valuesOf(column) ?? column.values })),
    checks: table.checks.filter((_, position) => lists[position] === undefined),
  };
}

/** Names in checks are found exactly, else by the only one that differs in case alone, as SQL has names without quotes. */
function listIn(check: string, columns: readonly ColumnDescription[]) {
  const list = readValueList(check);
  if (list === undefined) return undefined;
  const alike = columns.filter(({ name }) => name.toLowerCase() === list.column.toLowerCase());
  const column =
    columns.find(({ name }) => name === list.column) ?? (alike.length === 1 ? alike[0] : undefined);
  if (column === undefined || !(column.kind === "text" || column.kind === "integer")) return undefined;
  if (column.kind === "integer" && !list.values.every((value) => /^-?\d+$/u.test(value))) return undefined;
  return { name: column.name, values: list.values };
}

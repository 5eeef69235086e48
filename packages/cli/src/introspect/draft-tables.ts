import type { ColumnDescription, DatabaseDescription, TableDescription } from "@tablewright/store-sql";
import { type ChosenType, chooseType } from "./choose-type.ts";
import { findKey } from "./find-key.ts";
import { freeNames } from "./free-names.ts";

/** A table of a definition before its Refs are known. */
export interface TableDraft {
  readonly described: TableDescription;
  readonly name: string;
  /** In the table's order, those that a definition has a type for. */
  readonly columns: readonly ColumnDraft[];
  readonly leftOut: readonly ColumnDescription[];
  /** Empty where no columns are known to tell rows apart. */
  readonly key: readonly ColumnDraft[];
}

export interface ColumnDraft {
  readonly described: ColumnDescription;
  readonly name: string;
  readonly chosen: ChosenType;
}

/** The tables by the order of their names; views come in between. */
export function draftTables({ tables }: DatabaseDescription): readonly TableDraft[] {
  const ordered = tables.toSorted(
    (a, b) => compare(a.name, b.name) || compare(a.schema ?? "", b.schema ?? ""),
  );
  const names = freeNames(
    ordered.map(({ name }) => name),
    ordered.map(({ schema, name }) => (schema === undefined ? name : `${schema} ${name}`)),
  );
  return ordered.map((described, position) => draftTable(described, names[position] ?? ""));
}

function draftTable(described: TableDescription, name: string): TableDraft {
  const typed = described.columns.filter(isTyped);
  const keyNames = findKey(described, typed);
  const names = freeNames(typed.map((column) => column.name));
  const columns = typed.flatMap((column, position) => {
    const chosen = chooseType(column, keyNames.includes(column.name));
    return chosen === undefined ? [] : [{ described: column, name: names[position] ?? "", chosen }];
  });
  const key = keyNames.flatMap((part) => columns.find((column) => column.described.name === part) ?? []);
  return { described, name, columns, leftOut: described.columns.filter((one) => !isTyped(one)), key };
}

/** A column without a name can be named by no source. */
function isTyped(column: ColumnDescription): boolean {
  return column.name !== "" && chooseType(column, false) !== undefined;
}

/** The same on every machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

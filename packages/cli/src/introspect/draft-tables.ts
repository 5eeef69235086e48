import { suggest } from "@tablewright/core";
import type { ColumnDescription, DatabaseDescription, TableDescription } from "@tablewright/store-sql";
import { type ChosenType, chooseType } from "./choose-type.ts";

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

/**
 * A name for a definition for each name of a database: the same wherever a definition takes it and no other name is like it
 * but for upper and lower case. `others` are names to try before numbers are put after.
 */
function freeNames(names: readonly string[], others: readonly string[] = []): readonly string[] {
  const taken = new Set<string>();
  const take = (name: string | undefined) => {
    if (name === undefined || taken.has(name.toLowerCase())) return undefined;
    taken.add(name.toLowerCase());
    return name;
  };
  const readableNames = names.map((name) => (readable(name) === name ? take(name) : undefined));
  return readableNames.map((name, position) => {
    if (name !== undefined) return name;
    const base = readable(names[position] ?? "");
    const other = others[position];
    let free = take(base) ?? take(other === undefined ? undefined : readable(other));
    for (let number = 2; free === undefined; number++) free = take(`${base} ${number}`);
    return free;
  });
}

/** Without what no expression can write, and what expressions and calls give another meaning. */
function readable(name: string): string {
  const visible = name.replaceAll(/\p{Cc}+/gu, " ").toWellFormed();
  const written = visible.includes("]") ? visible.replaceAll("[", "(").replaceAll("]", ")") : visible;
  const plain = RESERVED.test(written) ? written.replaceAll(/^_+|_+$/gu, "") : written;
  return plain.trim() === "" ? "unnamed" : plain;
}

const RESERVED = /^(?:_(?:rownumber|computedkey|param|this.*)|__proto__)$/iu;

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

/**
 * The names of the columns that tell rows apart: the primary key, else the shortest that is unique and never empty. Empty
 * where there is none, or where a part of it has no type.
 */
function findKey(
  { primaryKey, uniques }: TableDescription,
  typed: readonly ColumnDescription[],
): readonly string[] {
  const isUsable = (key: readonly string[]) =>
    key.length > 0 &&
    key.every((part) => typed.some(({ name, kind }) => name === part && !NO_KEYS.has(kind)));
  if (isUsable(primaryKey)) return primaryKey;
  const isFilled = (part: string) => typed.some(({ name, nullable }) => name === part && !nullable);
  const others = uniques.filter((key) => isUsable(key) && key.every(isFilled));
  return others.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

/** What no key has in a definition. */
const NO_KEYS: ReadonlySet<ColumnDescription["kind"]> = new Set(["list", "json"]);

/** The database with only the tables of a list such as `film,sakila.store`; a sentence when one of them is not there. */
export function chooseTables(database: DatabaseDescription, list: string): DatabaseDescription | string {
  const names = list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const chosen = new Set<TableDescription>();
  for (const name of names) {
    const matches = tablesNamed(database.tables, name);
    if (matches.length === 0) {
      const nearest = suggest(
        name,
        database.tables.map((table) => table.name),
      );
      return `There is no table "${name}" here.${nearest === undefined ? "" : ` Did you mean "${nearest}"?`}`;
    }
    for (const table of matches) chosen.add(table);
  }
  return { ...database, tables: [...chosen], unreadable: [] };
}

/** Exactly, else but for upper and lower case; a name without a schema in all of those that were read. */
function tablesNamed(tables: readonly TableDescription[], name: string): readonly TableDescription[] {
  const namesOf = ({ schema, name: own }: TableDescription) => [own, `${schema}.${own}`];
  const exact = tables.filter((table) => namesOf(table).includes(name));
  if (exact.length > 0) return exact;
  return tables.filter((table) => namesOf(table).some((one) => one.toLowerCase() === name.toLowerCase()));
}

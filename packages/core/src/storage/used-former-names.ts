import { migrationWords } from "./migration-words.ts";
import type { StoredTable } from "./stored-table.ts";

/** A name that a migration has taken from a table, or from a column of one. */
export interface FormerName {
  /** The name that the table had after the migration. */
  readonly table: string;
  /** The name that the column got. */
  readonly column?: string;
  readonly was: string;
}

/**
 * Why a definition cannot have a table: it uses names that a migration has taken, the oldest first, and does not know the new ones.
 * It is an older definition, which would begin empty under the old name. `existing` are the columns of each table that is there.
 */
export function usedFormerNames(
  former: readonly FormerName[],
  { name, was, columns }: StoredTable,
  expected: readonly StoredTable[],
  existing: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const there = existing.get(name) ?? existing.get(was ?? name);
  if (there === undefined) {
    const now = tableNow(former, name);
    const isOlder = now !== name && existing.has(now) && !expected.some((table) => table.name === now);
    return isOlder ? [migrationWords.formerTable(name, now)] : [];
  }
  return columns.flatMap((column) => {
    if (there.includes(column.name) || there.includes(column.was ?? column.name)) return [];
    const now = columnNow(former, name, column.name);
    const isOlder = now !== column.name && there.includes(now) && !columns.some((one) => one.name === now);
    return isOlder ? [migrationWords.formerColumn(column.name, now, name)] : [];
  });
}

/** What a table is called that last had this name. */
function tableNow(former: readonly FormerName[], name: string): string {
  const first = former.findLastIndex(({ column, was }) => column === undefined && was === name);
  return first < 0 ? name : renamedSince(former.slice(first), name);
}

function renamedSince(former: readonly FormerName[], name: string): string {
  let now = name;
  for (const { table, column, was } of former) if (column === undefined && was === now) now = table;
  return now;
}

/** What a column is called that last had this name in the table. */
function columnNow(former: readonly FormerName[], table: string, name: string): string {
  const ofTable = former.filter(
    (one, at) => one.column !== undefined && renamedSince(former.slice(at + 1), one.table) === table,
  );
  let now = name;
  const first = ofTable.findLastIndex(({ was }) => was === name);
  for (const { column, was } of first < 0 ? [] : ofTable.slice(first)) if (was === now) now = column ?? now;
  return now;
}

import { isDeepStrictEqual } from "node:util";
import {
  type AddedColumns,
  type FormerName,
  KeysOfRows,
  type Migration,
  MigrationRefused,
  migrationWords,
  NamedThings,
  namedRow,
  type Opening,
  type Row,
  type StoredTable,
  usedFormerNames,
  type Value,
  valueInRow,
} from "@tablewright/core/storage";
import { type ColumnSource, columnSource, sourceOf } from "./column-source.ts";
import { encodeKeyOf } from "./encode-key.ts";
import { PersistentMap } from "./persistent-map.ts";
import type { Snapshot } from "./snapshot.ts";
import { type RetiredColumn, TableVersion } from "./table-version.ts";

/**
 * A snapshot with the tables of a definition, and what was added to rows. Throws a `MigrationRefused` where the rows do not
 * fit, or fit only after a migration that was not asked for.
 */
export function adoptTables(
  snapshot: Snapshot,
  expected: readonly StoredTable[],
  { application = snapshot.application, migration }: Opening,
): { readonly snapshot: Snapshot; readonly added: readonly AddedColumns[] } {
  const owner = snapshot.application ?? application;
  if (owner !== undefined && application !== undefined && owner !== application)
    throw new MigrationRefused([migrationWords.otherApplication(owner, application)]);
  const before = new Map(snapshot.tables);
  const columns = new Map(
    [...before].map(([name, { table, retired }]) => [
      name,
      [...table.columns, ...retired].map((column) => column.name),
    ]),
  );
  const adopted = expected.map((table) => {
    const old = before.get(table.name) ?? before.get(table.was ?? table.name);
    const { refusals, ...one } = adoptTable(old, table, migration);
    const older = migration === undefined ? usedFormerNames(snapshot.former, table, expected, columns) : [];
    return { table, old, ...one, refusals: [...refusals, ...older] };
  });
  const reasons = adopted.flatMap(({ pending, refusals }) => [...pending, ...refusals]);
  const isPending = adopted.every(({ refusals }) => refusals.length === 0);
  if (reasons.length > 0) throw new MigrationRefused(reasons, { isPending });
  const isKept = (name: string) => !migration?.drops || migration.keeps?.includes(name);
  const tables = new Map<string, TableVersion>([...before].filter(([name]) => isKept(name)));
  for (const { table, old } of adopted)
    if (old !== undefined && old.table.name !== table.name) tables.delete(old.table.name);
  for (const { table, version } of adopted) tables.set(table.name, version);
  const taken = adopted.flatMap(({ table, old }) => (old === undefined ? [] : namesTaken(old, table)));
  return {
    snapshot: { ...snapshot, application: owner, former: [...snapshot.former, ...taken], tables },
    added: adopted.flatMap(({ table, added }) =>
      added.length === 0 ? [] : [{ table: table.name, columns: added }],
    ),
  };
}

function namesTaken(
  { table: old, retired }: TableVersion,
  { name, columns }: StoredTable,
): readonly FormerName[] {
  const names = new Set([...old.columns, ...retired].map((column) => column.name));
  const taken = columns.flatMap((column): FormerName[] => {
    const { was } = column;
    const isRenamed = was !== undefined && names.has(was) && !names.has(column.name);
    return isRenamed ? [{ table: name, column: column.name, was }] : [];
  });
  return old.name === name ? taken : [{ table: name, was: old.name }, ...taken];
}

/** A table as the definition now has it, with the rows that it had. */
interface AdoptedTable {
  readonly version: TableVersion;
  /** The columns that rows have got. */
  readonly added: readonly string[];
  /** What opening leaves to a migration. */
  readonly pending: readonly string[];
  /** Why it cannot be done at all. */
  readonly refusals: readonly string[];
}

/** New columns are blank; columns no longer named are set aside, or removed where a migration `drops` them. */
function adoptTable(
  old: TableVersion | undefined,
  table: StoredTable,
  migration: Migration | undefined,
): AdoptedTable {
  const unchanged = { added: [], pending: [], refusals: [] };
  if (old === undefined) return { ...unchanged, version: TableVersion.empty(table) };
  const hasNothingToDrop = !migration?.drops || old.retired.length === 0;
  if (isDeepStrictEqual(old.table, table) && hasNothingToDrop) return { ...unchanged, version: old };
  const rows = old.rows.toArray();
  const sources = table.columns.map((column) => columnSource(old, table, column, migration));
  const pending = migration === undefined ? pendingChanges(old, table, sources) : [];
  const refusals = [
    ...sources.flatMap((source) => unreadValues(old, table, source) ?? []),
    ...refusedKeys(old, table, sources),
  ];
  if (pending.length + refusals.length > 0) return { version: old, added: [], pending, refusals };
  const taken = new Set(sources.map(({ from }) => from));
  const unnamed = [...old.table.columns, ...old.retired].filter(({ name }) => !taken.has(name));
  const added = rows.length === 0 ? [] : sources.filter(({ from }) => from === undefined);
  return {
    ...unchanged,
    added: added.map(({ column }) => column.name),
    version: withRows(old, table, sources, migration?.drops ? [] : unnamed),
  };
}

function withRows(
  old: TableVersion,
  table: StoredTable,
  sources: readonly ColumnSource[],
  unnamed: readonly { readonly name: string }[],
): TableVersion {
  const retired = unnamed.map(({ name }): RetiredColumn => ({ name, values: new PersistentMap() }));
  const adopted = TableVersion.empty(table, retired, old.rows.highest);
  const setAside = retired.map(({ name, values }) => ({ values, source: sourceOf(old, name) }));
  for (const row of old.rows.toArray()) {
    const stored = sources.map(({ read }) => read(row) ?? null);
    adopted.restore(stored, row.at(-1) as number);
    const key = encodeKeyOf(stored, table.key);
    for (const { values, source } of setAside) {
      const value = source(row);
      if (value !== null) values.set(key, value);
    }
  }
  return adopted;
}

function pendingChanges(
  old: TableVersion,
  { name }: StoredTable,
  sources: readonly ColumnSource[],
): readonly string[] {
  return [
    ...(old.table.name === name ? [] : [migrationWords.pendingTable(old.table.name, name)]),
    ...sources.flatMap(({ column, from, converts }) => {
      const was = from === undefined || from === column.name ? undefined : from;
      return [
        ...(was === undefined ? [] : [migrationWords.pendingColumn(was, column.name, name)]),
        ...(converts === undefined
          ? []
          : [migrationWords.pendingValues(column.name, name, converts.held, converts.holds)]),
      ];
    }),
  ];
}

function unreadValues(
  old: TableVersion,
  { name }: StoredTable,
  { column, converts, stored, read }: ColumnSource,
): string | undefined {
  if (converts?.convert === undefined) return undefined;
  const unread = new NamedThings();
  for (const row of old.rows.toArray()) {
    const value = stored(row);
    if (value !== null && read(row) === undefined) unread.add(valueInRow(value, rowName(old, row)));
  }
  if (unread.length === 0) return undefined;
  return migrationWords.unread(column.name, name, converts.held, converts.holds, unread);
}

/** Blank and shared keys, where the rows have had another key. */
function refusedKeys(
  old: TableVersion,
  table: StoredTable,
  sources: readonly ColumnSource[],
): readonly string[] {
  const parts = table.key.map((at) => sources[at] as ColumnSource);
  const before = old.table.key.map((at) => old.table.columns[at]?.name);
  const isSame = isDeepStrictEqual(
    before,
    parts.map(({ from }) => from),
  );
  const rows = old.rows.toArray();
  if (rows.length === 0 || (isSame && parts.every(({ converts }) => converts === undefined))) return [];
  const key = parts.map(({ column }) => column.name);
  const added = parts.filter(({ from }) => from === undefined).map(({ column }) => column.name);
  if (added.length > 0) return [migrationWords.newKey(key, table.name, added, rows.length)];
  const blank = new NamedThings();
  const keys = new KeysOfRows();
  for (const row of rows) {
    const values = parts.map(({ read, stored }): Value => read(row) ?? stored(row));
    if (values.includes(null)) blank.add(rowName(old, row));
    else keys.add(JSON.stringify(values), rowName(old, row));
  }
  const { shared } = keys;
  return [
    ...(blank.length > 0 ? [migrationWords.blankKey(key, table.name, blank)] : []),
    ...(shared.length > 0 ? [migrationWords.sharedKey(key, table.name, shared)] : []),
  ];
}

function rowName({ table }: TableVersion, row: Row): string {
  return namedRow(table.key.map((at) => row[at] ?? null));
}

import {
  type AddedColumns,
  type FormerName,
  MigrationRefused,
  migrationWords,
  type Opening,
  type StoredTable,
  usedFormerNames,
} from "@tablewright/core/storage";
import { adoptTable } from "./adopt-table.ts";
import type { Snapshot } from "./snapshot.ts";
import type { TableVersion } from "./table-version.ts";

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

import {
  type AddedColumns,
  MigrationRefused,
  migrationWords,
  type Opening,
  type StoredTable,
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
  const adopted = expected.map((table) => {
    const old = before.get(table.name) ?? before.get(table.was ?? table.name);
    return { table, old, ...adoptTable(old, table, migration) };
  });
  const reasons = adopted.flatMap(({ pending, refusals }) => [...pending, ...refusals]);
  const isPending = adopted.every(({ refusals }) => refusals.length === 0);
  if (reasons.length > 0) throw new MigrationRefused(reasons, { isPending });
  const isKept = (name: string) => !migration?.drops || migration.keeps?.includes(name);
  const tables = new Map<string, TableVersion>([...before].filter(([name]) => isKept(name)));
  for (const { table, old } of adopted)
    if (old !== undefined && old.table.name !== table.name) tables.delete(old.table.name);
  for (const { table, version } of adopted) tables.set(table.name, version);
  return {
    snapshot: { ...snapshot, application: owner, tables },
    added: adopted.flatMap(({ table, added }) =>
      added.length === 0 ? [] : [{ table: table.name, columns: added }],
    ),
  };
}

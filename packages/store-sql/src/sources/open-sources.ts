import { MigrationRefused, type MigrationStep, type StoredTable } from "@tablewright/core/storage";
import type { DatabaseDescription } from "../introspect/database-description.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import type { SqlDatabase } from "../store/sql-database.ts";
import { OpenSource } from "./open-source.ts";
import { planSource } from "./plan-source.ts";

/** Opens the tables of other programs, by their names in the definition. Throws a `MigrationRefused` where one does not fit. */
export async function openSources<Connection extends SqlConnection>(
  database: SqlDatabase<Connection>,
  expected: readonly StoredTable[],
): Promise<readonly (readonly [string, OpenSource<Connection>])[]> {
  const plans = await planSources(database, expected);
  const refusals = plans.flatMap((plan) => plan.refusals);
  if (refusals.length > 0) throw new MigrationRefused(refusals);
  return plans.flatMap(({ layout }) =>
    layout === undefined ? [] : [[layout.table.name, new OpenSource(layout, database.dialect)] as const],
  );
}

/** Why the tables of other programs could not be opened, as steps of a migration. */
export async function sourceRefusals<Connection extends SqlConnection>(
  database: SqlDatabase<Connection>,
  expected: readonly StoredTable[],
): Promise<readonly MigrationStep[]> {
  const plans = await planSources(database, expected);
  return plans.flatMap(({ table, refusals }) =>
    refusals.map((reason): MigrationStep => ({ what: "refuse", table: table.name, reason })),
  );
}

async function planSources<Connection extends SqlConnection>(
  { describe, dialect }: SqlDatabase<Connection>,
  expected: readonly StoredTable[],
) {
  const sources = expected.filter(({ source }) => source !== undefined);
  if (sources.length === 0 || describe === undefined) return [];
  const schemas = new Set(sources.flatMap(({ source }) => source?.schema ?? []));
  const isUnnamed = sources.some(({ source }) => source?.schema === undefined);
  const parts: DatabaseDescription[] = [];
  if (schemas.size > 0) parts.push(await describe([...schemas]));
  if (isUnnamed) parts.push(await describe([]));
  return sources.map((table) => ({ table, ...planSource(table, parts, dialect) }));
}

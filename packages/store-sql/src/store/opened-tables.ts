import { BoundedCache } from "@tablewright/core/compiler";
import type { OpenSource } from "../sources/open-source.ts";
import type { OpenTable } from "../tables/open-table.ts";
import type { SqlConnection } from "./sql-connection.ts";
import type { SqlStoreDialect } from "./sql-store-dialect.ts";

/** A table of ours, or of another program. */
export type OpenedTable<Connection extends SqlConnection = SqlConnection> =
  | OpenTable<Connection>
  | OpenSource<Connection>;

/** The tables that a store was opened with, and how their database says things. */
export interface OpenedTables<Connection extends SqlConnection> {
  readonly dialect: SqlStoreDialect<Connection>;
  readonly byName: ReadonlyMap<string, OpenedTable<Connection>>;
  /** What is thrown where tables of ours are read, and there are none. */
  readonly keepsNothing?: (() => Error) | undefined;
}

/** The tables as their instants are read by the clock of a zone. */
export function tablesInZone<Connection extends SqlConnection>(
  tables: OpenedTables<Connection>,
  timeZone = "UTC",
): OpenedTables<Connection> {
  let inZones = zoned.get(tables);
  if (inZones === undefined) {
    inZones = new BoundedCache(MOST_ZONES);
    zoned.set(tables, inZones);
  }
  return inZones.getOrMake(timeZone, () => {
    const byName = [...tables.byName].map(
      ([name, table]) => [name, table.isSource ? table.inZone(timeZone) : table] as const,
    );
    const isSame = byName.every(([name, table]) => tables.byName.get(name) === table);
    return isSame ? tables : { ...tables, byName: new Map(byName) };
  }) as OpenedTables<Connection>;
}

const zoned = new WeakMap<object, BoundedCache<string, object>>();

/** Zones that the tables of a store are kept for. */
const MOST_ZONES = 100;

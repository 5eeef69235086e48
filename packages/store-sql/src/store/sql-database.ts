import type { Capabilities, MigrationPlan, StoredTable } from "@tablewright/core/storage";
import type { DatabaseDescription } from "../introspect/database-description.ts";
import type { SqlConnection } from "./sql-connection.ts";
import type { SqlDriver } from "./sql-driver.ts";
import type { SqlStoreDialect } from "./sql-store-dialect.ts";

export interface Upgrade<Connection extends SqlConnection> {
  /** What it would do; only reads. */
  plan(connection: Connection): Promise<MigrationPlan>;
  /** Whether there is something to do, whatever the plan tells of it. */
  isDue(connection: Connection): Promise<boolean>;
  /** Does it, in the transaction in which a store is opened. Throws a `MigrationRefused` when it cannot. */
  carryOut(connection: Connection): Promise<void>;
}

/** A database that can be reached and has a catalogue. */
export interface SqlDatabase<Connection extends SqlConnection> {
  /** A short name of its kind, such as `sqlite`. */
  readonly name: string;
  readonly driver: SqlDriver<Connection>;
  readonly dialect: SqlStoreDialect<Connection>;
  /** Makes our own tables where that has to wait until it is known what is wanted. */
  readonly prepare?: (expected: readonly StoredTable[]) => Promise<void>;
  /** Brings what an earlier version of the program has made to what this one expects; missing where there is no such version. */
  readonly upgrade?: Upgrade<Connection>;
  /** What was found out about it. */
  readonly capabilities?: Capabilities;
  /** What the database holds besides our tables, in these schemas; missing where no table of another program is opened. */
  readonly describe?: (schemas: readonly string[]) => Promise<DatabaseDescription>;
}

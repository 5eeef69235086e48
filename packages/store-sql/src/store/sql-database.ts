import type { Capabilities, StoredTable } from "@tablewright/core/storage";
import type { DatabaseDescription } from "../introspect/database-description.ts";
import type { SqlConnection } from "./sql-connection.ts";
import type { SqlDriver } from "./sql-driver.ts";
import type { SqlStoreDialect } from "./sql-store-dialect.ts";

/** A database that can be reached and has a catalogue. */
export interface SqlDatabase<Connection extends SqlConnection> {
  /** A short name of its kind, such as `sqlite`. */
  readonly name: string;
  readonly driver: SqlDriver<Connection>;
  readonly dialect: SqlStoreDialect<Connection>;
  /** Makes our own tables where that has to wait until it is known what is wanted. */
  readonly prepare?: (expected: readonly StoredTable[]) => Promise<void>;
  /** Of one without tables of ours, of which only those of other programs are read: what is thrown where ours are read. */
  readonly keepsNothing?: () => Error;
  /** What was found out about it. */
  readonly capabilities?: Capabilities;
  /** What the database holds besides our tables, in these schemas; missing where no table of another program is opened. */
  readonly describe?: (schemas: readonly string[]) => Promise<DatabaseDescription>;
}

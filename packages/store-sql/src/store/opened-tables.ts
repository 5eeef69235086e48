import type { OutboxStatements } from "../journals/outbox-statements.ts";
import type { RunHistoryStatements } from "../journals/run-history-statements.ts";
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
  readonly outbox: OutboxStatements;
  readonly runHistory: RunHistoryStatements;
  readonly byName: ReadonlyMap<string, OpenedTable<Connection>>;
}

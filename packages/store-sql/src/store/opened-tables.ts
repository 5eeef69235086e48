import type { OutboxStatements } from "../journals/outbox-statements.ts";
import type { RunHistoryStatements } from "../journals/run-history-statements.ts";
import type { OpenTable } from "../tables/open-table.ts";
import type { SqlConnection } from "./sql-connection.ts";
import type { SqlStoreDialect } from "./sql-store-dialect.ts";

/** The tables that a store was opened with, and how their database says things. */
export interface OpenedTables<Connection extends SqlConnection> {
  readonly dialect: SqlStoreDialect<Connection>;
  readonly outbox: OutboxStatements;
  readonly runHistory: RunHistoryStatements;
  readonly byName: ReadonlyMap<string, OpenTable<Connection>>;
}

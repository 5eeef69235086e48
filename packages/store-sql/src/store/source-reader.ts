import type { Store, StoredTable } from "@tablewright/core/storage";
import { MigrationRefused } from "@tablewright/core/storage";
import { planOpening } from "../migrations/plan-opening.ts";
import { openSources } from "../sources/open-sources.ts";
import { SqlRead } from "../transaction/sql-read.ts";
import { type OpenedTable, type OpenedTables, tablesInZone } from "./opened-tables.ts";
import type { SqlConnection } from "./sql-connection.ts";
import type { SqlDatabase } from "./sql-database.ts";

/**
 * A store that reads tables of other programs and keeps nothing in their database, for users who may only read it. What other stores
 * keep in tables of ours (outbox, run history, journal) throws a `KeepsNothing`; so does a write.
 */
export function sourceReader<Connection extends SqlConnection>(database: SqlDatabase<Connection>): Store {
  const { name, driver, dialect, capabilities } = database;
  let tables: OpenedTables<Connection> = { dialect, byName: new Map() };
  let served: readonly StoredTable[] = [];
  return {
    name,
    takesSources: true,
    keepsNothing: true,

    async open(expected) {
      const own = expected.filter(({ source }) => source === undefined);
      if (own.length > 0) throw new MigrationRefused(own.map(withoutSource));
      const byName = new Map<string, OpenedTable<Connection>>([
        ...tables.byName,
        ...(await openSources(database, expected)),
      ]);
      tables = { dialect, byName };
      served = expected;
    },

    tables: () => served,
    planOpen: (expected, opening) => planOpening(database, expected, opening),

    read: (work, use = {}) => {
      const zoned = tablesInZone(tables, use.timeZone);
      return driver.read((connection) => {
        const transaction = new SourceRead({ driver, connection, tables: zoned });
        return transaction.endAfter(() => work(transaction));
      }, use);
    },

    async write() {
      throw new KeepsNothing();
    },

    ...(driver.backUp === undefined
      ? {}
      : {
          async backUp(copy: string, { replaces = false } = {}) {
            await driver.backUp?.(copy, { replaces });
          },
        }),
    ...(driver.connections === undefined ? {} : { connections: driver.connections }),
    ...(driver.statements === undefined ? {} : { statements: driver.statements }),
    ...(capabilities === undefined ? {} : { capabilities: () => capabilities }),
    check: () => driver.check(),
    close: () => driver.close(),
  };
}

function withoutSource({ name }: StoredTable): string {
  return (
    `Table "${name}" has no source, and the database has no tables of ours: give it one, or serve the application without ` +
    "--read-only first, on the primary server and as a user who may make tables."
  );
}

class SourceRead<Connection extends SqlConnection> extends SqlRead<Connection> {
  protected override tableOf(name: string): OpenedTable<Connection> {
    if (!this.tables.byName.has(name)) throw new KeepsNothing();
    return super.tableOf(name);
  }
}

class KeepsNothing extends Error {
  readonly code = "server/keeps-nothing";

  constructor() {
    super("The server may only read its database, and keeps nothing in it.");
  }
}

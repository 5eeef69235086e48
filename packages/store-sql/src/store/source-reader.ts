import { MigrationRefused, type Store } from "@tablewright/core/storage";
import type { SqlConnection } from "./sql-connection.ts";
import type { SqlDatabase } from "./sql-database.ts";
import { sqlStore } from "./sql-store.ts";

/**
 * A store that reads tables of other programs and keeps nothing in their database, for users who may only read it. What other stores
 * keep in tables of ours (outbox, run history, journal) throws a `KeepsNothing`; so does a write.
 */
export function sourceReader<Connection extends SqlConnection>(database: SqlDatabase<Connection>): Store {
  const { isFilled: _, ...store } = sqlStore({ ...database, keepsNothing: () => new KeepsNothing() });
  return {
    ...store,
    keepsNothing: true,

    async open(expected) {
      const own = expected.filter(({ source }) => source === undefined);
      if (own.length > 0) throw new MigrationRefused(own.map(({ name }) => withoutSource(name)));
      await store.open(expected, { readOnly: true });
    },

    async write() {
      throw new KeepsNothing();
    },
  };
}

class KeepsNothing extends Error {
  readonly code = "server/keeps-nothing";

  constructor() {
    super("The server may only read its database, and keeps nothing in it.");
  }
}

function withoutSource(name: string): string {
  return (
    `Table "${name}" has no source, and the database has no tables of ours: give it one, or serve the application without ` +
    "--read-only first, on the primary server and as a user who may make tables."
  );
}

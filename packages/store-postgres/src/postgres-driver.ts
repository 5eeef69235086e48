import { AsyncLocalStorage } from "node:async_hooks";
import { WriteQueue } from "@tablewright/core/storage";
import { NUMBERINGS_WITH_GAPS, Numberings, type SqlDriver } from "@tablewright/store-sql";
import { BEGIN_READING, BEGIN_WRITING } from "./catalogue.ts";
import type { Connection } from "./connection.ts";
import type { Database } from "./database.ts";
import { explainStatement } from "./explain-statement.ts";
import { search } from "./search.ts";

/** A PostgreSQL database, which several processes may use at the same time; those that write take turns. */
export function postgresDriver(database: Database): SqlDriver<Connection> {
  const writers = new WriteQueue(new AsyncLocalStorage());
  return {
    read: (work, seen, searches) => {
      const readIn = (connection: Connection, begun: Begun) => work(connection, new Numberings(begun, seen));
      return database.inSnapshot(BEGIN_READING, NUMBERINGS_WITH_GAPS, readIn, searches);
    },

    write: (work, last) =>
      writers.run(() => {
        let numberings = new Numberings([]);
        return database.inTransaction(
          BEGIN_WRITING,
          (connection, begun) => {
            numberings = new Numberings(begun);
            return work(connection, numberings);
          },
          (connection) => last(connection, numberings).map(async (sent) => sent),
        );
      }),

    alter: (work) =>
      writers.run(() =>
        database.inTransaction(BEGIN_WRITING, async (connection) => {
          await connection.exec("set local statement_timeout = 0"); // an index on many rows takes its time
          return work(connection);
        }),
      ),

    readAlone: (statement, values) => database.readAlone(statement, values),
    search,
    explain: explainStatement,
    // An error of the database ends the transaction, and before one of ours nothing is written.
    step: (_, work) => work(),
    forgetStatements: () => database.forgetStatements(),
    connections: () => database.connections(),
    check: () => database.check(),

    async close() {
      await writers.whenIdle();
      await database.close();
    },
  };
}

type Begun = Parameters<Parameters<Database["inSnapshot"]>[2]>[1];

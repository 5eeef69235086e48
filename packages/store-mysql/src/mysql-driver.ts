import { AsyncLocalStorage } from "node:async_hooks";
import { WriteQueue } from "@tablewright/core/storage";
import { NUMBERINGS_WITH_GAPS, Numberings, type SqlDriver } from "@tablewright/store-sql";
import { BEGIN_WRITING, dropUnfinished, LOCK } from "./catalogue.ts";
import type { Connection } from "./connection.ts";
import type { Database } from "./database.ts";
import { explainStatement } from "./explain-statement.ts";
import { search } from "./search.ts";

/** A database that several processes may use at the same time; those that write take turns. */
export function mysqlDriver(database: Database): SqlDriver<Connection> {
  const writers = new WriteQueue(new AsyncLocalStorage());
  return {
    read: (work, seen, searches) =>
      database.inSnapshot(
        `start transaction with consistent snapshot, read only; ${NUMBERINGS_WITH_GAPS}`,
        (connection, begun) => work(connection, new Numberings(() => begun, seen)),
        searches,
      ),

    write: (work, last) =>
      writers.run(() =>
        database.inTransaction(BEGIN_WRITING, async (connection, begun) => {
          const numberings = new Numberings(begun);
          const answer = await work(connection, numberings);
          await Promise.all(last(connection, numberings));
          return answer;
        }),
      ),

    alter: (work) =>
      writers.run(() =>
        database.alter(LOCK, async (connection) => {
          await dropUnfinished(connection);
          return work(connection);
        }),
      ),

    readAlone: (statement, values) => database.readAlone(statement, values),
    search,
    explain: explainStatement,
    // An error of the server ends the transaction, and before one of ours nothing is written.
    step: (_, work) => work(),
    check: () => database.check(),

    async close() {
      await writers.whenIdle();
      await database.close();
    },
  };
}

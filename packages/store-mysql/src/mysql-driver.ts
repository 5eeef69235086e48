import {
  type InTransaction,
  NUMBERINGS_WITH_GAPS,
  Numberings,
  repeatWrite,
  type SqlDriver,
  type TableLayout,
  Writers,
} from "@tablewright/store-sql";
import { BEGIN_BESIDE, beginAlone, dropUnfinished, LOCK, readNumbering } from "./catalogue.ts";
import type { Connection } from "./connection.ts";
import type { Database } from "./database.ts";
import { explainStatement } from "./explain-statement.ts";
import { GuardRows } from "./guard-rows.ts";
import { isConflict } from "./mysql-error.ts";
import { search } from "./search.ts";

/**
 * A database that several processes may use at the same time, on one server or on the nodes of a cluster. Those that write
 * work beside each other, and guard what they read and change.
 */
export function mysqlDriver(database: Database): SqlDriver<Connection> {
  const writers = new Writers(database.mostWriters);
  const { isCluster } = database;
  const meetings = { isConflict, runsAlone: isCluster ? RUNS_ON_A_CLUSTER : 1 };

  /** One run of a write, alone or beside others. */
  const run = <T>(
    isAlone: boolean,
    work: InTransaction<Connection, T>,
    last: Parameters<SqlDriver<Connection>["write"]>[1],
  ): Promise<T> =>
    database.inTransaction(isAlone ? beginAlone(isCluster) : BEGIN_BESIDE, async (connection, begun) => {
      const fresh = (layout: TableLayout, isChanging: boolean) =>
        readNumbering(connection, layout, isChanging);
      const numberings = isAlone ? new Numberings(begun) : new Numberings(() => [], undefined, { fresh });
      const guards = isAlone ? undefined : new GuardRows(connection, isCluster);
      const answer = await work(connection, numberings, guards);
      await Promise.all(last(connection, numberings));
      return answer;
    });

  return {
    read: (work, seen, searches) =>
      database.inSnapshot(
        `start transaction with consistent snapshot, read only; ${NUMBERINGS_WITH_GAPS}`,
        (connection, begun) => work(connection, new Numberings(() => begun, seen)),
        searches,
      ),

    write: (work, last, use = {}) =>
      writers.run(() => repeatWrite((isAlone) => run(isAlone, work, last), use, meetings)),

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

/** Of a write that is alone on its node, while those of other nodes may be in its way. */
const RUNS_ON_A_CLUSTER = 30;

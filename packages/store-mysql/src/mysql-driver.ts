import { ReadLost } from "@tablewright/core/storage";
import {
  type InTransaction,
  inExclusiveTurn,
  type Meetings,
  NUMBERINGS_WITH_GAPS,
  Numberings,
  repeatWrite,
  type SqlDriver,
  type TableLayout,
  Writers,
} from "@tablewright/store-sql";
import {
  aloneWithin,
  BESIDE,
  BESIDE_ON_A_CLUSTER,
  dropUnfinished,
  lockWithin,
  RESPECTFUL,
  readNumbering,
} from "./catalogue.ts";
import { ClusterTurns, TurnTaken } from "./cluster-turns.ts";
import type { Connection } from "./connection.ts";
import type { Bounds, Database } from "./database.ts";
import { explainStatement } from "./explain-statement.ts";
import { GuardRows } from "./guard-rows.ts";
import { indexBuilder } from "./index-builder.ts";
import { hasWaitedTooLong, isConflict, isOfMissing } from "./mysql-error.ts";
import { search } from "./search.ts";

/**
 * A database that several processes may use at the same time, on one server or on the nodes of a cluster. Those that write
 * work beside each other, and guard what they read and change.
 */
export function mysqlDriver(database: Database): SqlDriver<Connection> {
  const writers = new Writers(database.mostWriters);
  const { isCluster } = database;
  const turns = isCluster ? new ClusterTurns(database) : undefined;
  const meetings: Meetings =
    turns === undefined
      ? { isConflict }
      : { isConflict, runsAlone: RUNS_ON_A_CLUSTER, apart: (runs) => turns.hold(runs) };

  /** A server that starts waits as long as others alter tables: their turns end with them. */
  const alterings: Meetings =
    turns === undefined
      ? meetings
      : { ...meetings, apart: (runs) => turns.hold(runs, Number.POSITIVE_INFINITY) };

  /** One run of a write beside others. */
  const runBeside = <T>(bounds: Bounds, work: InTransaction<Connection, T>, last: Last): Promise<T> =>
    database.inTransaction(bounds, async (connection, begun) => {
      if (bounds === RESPECTFUL && begun[0]?.[0] !== 0) throw new TurnTaken();
      const fresh = (layout: TableLayout, isChanging: boolean) =>
        readNumbering(connection, layout, isChanging);
      // On a cluster a migration may begin on another node meanwhile: what was told at the beginning is too old.
      const numberings = new Numberings(() => (isCluster ? [] : begun), undefined, { fresh });
      const answer = await work(connection, numberings, new GuardRows(connection, isCluster));
      await Promise.all(last(connection, numberings));
      return answer;
    });

  const lock = { isTaken: hasWaitedTooLong, patience: database.patience };

  const runAlone = <T>(work: InTransaction<Connection, T>, last: Last): Promise<T> =>
    inExclusiveTurn(lock, (waitMs, locked) =>
      database.inTransaction(aloneWithin(waitMs), async (connection, begun) => {
        locked();
        const numberings = new Numberings(begun);
        const answer = await work(connection, numberings);
        await Promise.all(last(connection, numberings));
        return answer;
      }),
    );

  /** On a cluster a run that is alone, in a turn, guards what it does from those that began before. */
  const run = <T>(isAlone: boolean, work: InTransaction<Connection, T>, last: Last): Promise<T> => {
    if (turns === undefined) return isAlone ? runAlone(work, last) : runBeside(BESIDE, work, last);
    return isAlone
      ? runBeside(BESIDE_ON_A_CLUSTER, work, last)
      : turns.respect(() => runBeside(RESPECTFUL, work, last));
  };

  return {
    read: (work, seen, searches) =>
      database
        .inSnapshot(
          `start transaction with consistent snapshot, read only; ${NUMBERINGS_WITH_GAPS}`,
          (connection, begun) => work(connection, new Numberings(() => begun, seen)),
          searches,
        )
        .catch((error: unknown) => {
          // A node gives up what reads a table that another one alters.
          if (!isConflict(error) || hasWaitedTooLong(error)) throw error;
          throw new ReadLost(`${database.place} gave up a read.`, error);
        }),

    write: (work, last, use = {}) =>
      writers.run(() => repeatWrite((isAlone) => run(isAlone, work, last), use, meetings)),

    alter: (work) =>
      writers.run(() => {
        const alter = () =>
          inExclusiveTurn(lock, (waitMs, locked) =>
            database.alter(lockWithin(waitMs), async (connection) => {
              locked();
              await dropUnfinished(connection);
              return work(connection);
            }),
          );
        // Where another node is in the way it is as if it was interrupted, and it is completed by the next run.
        return repeatWrite(alter, { alone: true }, alterings);
      }),

    ...(isCluster ? {} : { indexBuilder: indexBuilder(database) }),
    readAlone: (statement, values) => database.readAlone(statement, values),
    search,
    explain: explainStatement,
    // An error of the server ends the transaction, and before one of ours nothing is written.
    step: (_, work) => work(),
    isOfMissing,
    check: () => database.check(),

    async close() {
      await writers.whenIdle();
      await database.close();
    },
  };
}

type Last = Parameters<SqlDriver<Connection>["write"]>[1];

/** Of a write that is alone on its node; those that other nodes had begun before its turn may be in its way. */
const RUNS_ON_A_CLUSTER = 10;

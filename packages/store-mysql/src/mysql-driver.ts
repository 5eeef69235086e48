import { setTimeout } from "node:timers/promises";
import { ReadLost } from "@tablewright/core/storage";
import {
  type FindStatement,
  type IndexBuilder,
  type InTransaction,
  indexStatements,
  inExclusiveTurn,
  type Meetings,
  repeatWrite,
  type SqlDriver,
  type StatementReport,
  type TableLayout,
  Writers,
} from "@tablewright/store-sql";
import mysql from "mysql2";
import {
  aloneWithin,
  BESIDE,
  BESIDE_ON_A_CLUSTER,
  dropUnfinished,
  lockWithin,
  RESPECTFUL,
} from "./catalogue.ts";
import { ClusterTurns, GuardRows, TurnTaken } from "./cluster-turns.ts";
import type { MysqlConnection } from "./connection.ts";
import type { MysqlDatabase, TransactionStatements } from "./database.ts";
import { BEGINNING, mysqlIndexes } from "./indexes.ts";
import { isMysqlError, MysqlError } from "./mysql-error.ts";
import { searchMysql } from "./search.ts";

/**
 * A database that several processes may use at the same time, on one server or on the nodes of a cluster; without tables of ours, it is
 * only read. Those that write
 * work concurrently, and guard what they read and change.
 */
export function mysqlDriver(database: MysqlDatabase): SqlDriver<MysqlConnection> {
  const writers = new Writers(database.mostWriters);
  const { isCluster } = database;
  const turns = isCluster ? new ClusterTurns(database) : undefined;
  const meetings: Meetings =
    turns === undefined
      ? { isConflict: (error) => isMysqlError(error, "conflict") }
      : {
          isConflict: (error) => isMysqlError(error, "conflict"),
          runsAlone: RUNS_ON_A_CLUSTER,
          apart: (runs) => turns.hold(runs),
        };

  /** A server that starts waits as long as others alter tables: their turns end with them. */
  const alterings: Meetings =
    turns === undefined
      ? meetings
      : { ...meetings, apart: (runs) => turns.hold(runs, Number.POSITIVE_INFINITY) };

  /** One concurrent run of a write. */
  const runBeside = <T>(bounds: TransactionStatements, work: InTransaction<MysqlConnection, T>): Promise<T> =>
    database.inTransaction(bounds, async (connection, begun) => {
      if (bounds === RESPECTFUL && begun[0]?.[0] !== 0) throw new TurnTaken();
      // On a cluster a migration may begin on another node meanwhile: what was told at the beginning is too old.
      const lastMigration = isCluster ? undefined : async () => begun[0]?.[0];
      return work(connection, lastMigration, new GuardRows(connection, isCluster));
    });

  const lock = {
    isTaken: (error: unknown) => isMysqlError(error, "lock taken"),
    longestWait: database.longestWait,
  };

  const runAlone = <T>(work: InTransaction<MysqlConnection, T>): Promise<T> =>
    inExclusiveTurn(lock, (waitMs, locked) =>
      database.inTransaction(aloneWithin(waitMs), async (connection, begun) => {
        locked();
        return work(connection, async () => begun[0]?.[0]);
      }),
    );

  /** On a cluster an exclusive run, in a turn, guards what it does from those that began before. */
  const run = <T>(isAlone: boolean, work: InTransaction<MysqlConnection, T>): Promise<T> => {
    if (turns === undefined) return isAlone ? runAlone(work) : runBeside(BESIDE, work);
    return isAlone ? runBeside(BESIDE_ON_A_CLUSTER, work) : turns.respect(() => runBeside(RESPECTFUL, work));
  };

  return {
    read: (work, { searches = false } = {}) =>
      database.inSnapshot(SNAPSHOT, work, searches).catch((error: unknown) => {
        if (!isMysqlError(error, "snapshot lost")) throw error;
        throw new ReadLost(`${database.place} gave up a read.`, error);
      }),

    write: (work, use = {}) => writers.run(() => repeatWrite((isAlone) => run(isAlone, work), use, meetings)),

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
        return repeatWrite(alter, { exclusive: true }, alterings);
      }),

    ...(isCluster ? {} : { indexBuilder: indexBuilder(database) }),
    readAlone: (statement, values) => database.readAlone(statement, values),
    search: searchMysql,
    explain: explainStatement,
    // An error of the server ends the transaction, and before one of ours nothing is written.
    step: (_, work) => work(),
    isOfMissing: (error) => isMysqlError(error, "missing"),
    check: () => database.check(),

    async close() {
      await writers.whenIdle();
      await database.close();
    },
  };
}

/**
 * Runs `work` while no other process does the same on the database. The lock is that of a session outside the pool, and ends
 * with it.
 */
async function inAlteringTurn<T>(
  { options, place }: Pick<MysqlDatabase, "options" | "place">,
  work: () => Promise<T>,
  otherwise?: () => T,
): Promise<T> {
  const connection = mysql.createConnection(options);
  connection.on("error", () => {}); // the next question on it tells
  const hasTurn = () =>
    new Promise<boolean>((resolve, reject) => {
      connection.query({ sql: LOCK, rowsAsArray: true }, (error: unknown, rows: unknown) =>
        error ? reject(MysqlError.of(error, place)) : resolve((rows as number[][])[0]?.[0] === 1),
      );
    });
  try {
    for (;;) {
      if (await hasTurn()) return await work();
      if (otherwise !== undefined) return otherwise();
      await setTimeout(PAUSE);
    }
  } finally {
    connection.end(() => {});
  }
}

/** Names of locks are those of the server, and have up to 64 characters. */
const SNAPSHOT = "start transaction with consistent snapshot, read only";

const LOCK = "select get_lock(concat('tablewright ', left(sha2(database(), 256), 40)), 0)";

/** Milliseconds. */
const PAUSE = 100;

/** Of a write that is exclusive on its node; those that other nodes had begun before its turn may be in its way. */
const RUNS_ON_A_CLUSTER = 10;

/**
 * Makes indexes while others write. The server lets writers go on while it makes one on columns that are there; those of a text
 * wait while it adds the column that the index is on. One that is there is complete, and the server tells of it.
 */
function indexBuilder(database: MysqlDatabase): IndexBuilder {
  return {
    inTurn: (work, otherwise) => inAlteringTurn(database, work, otherwise),
    isComplete: async () => false,
    build: (table, index) =>
      database.alter("start transaction", async (connection) => {
        for (const statement of indexStatements(table, index)) await connection.exec(statement);
      }),
  };
}

/** The indexes that the server would use, by the columns they are on, and the rows it would look at. */
async function explainStatement(
  connection: MysqlConnection,
  layout: TableLayout,
  { text, values, isSource }: FindStatement,
): Promise<StatementReport> {
  const steps = await connection.all(`explain ${text}`, values);
  const [key, rows] = steps[0]?.length === 10 ? [5, 8] : [6, 9]; // of MariaDB, else of MySQL
  const columnsByIndex = new Map(
    (await mysqlIndexes(connection, layout)).map((one) => [one.name, one.columns]),
  );
  const inDefinition = (name: string) => layout.columns.find((one) => one.name === name)?.column ?? name;
  const named = (name: string) =>
    columnsByIndex.get(name)?.map((one) => inDefinition(one.replace(BEGINNING, ""))) ?? [name];
  const used = steps.flatMap((step) => (step[key] === null ? [] : String(step[key]).split(",")));
  // The primary key of our own tables is their slot, and no row is looked up by it.
  const keys = isSource ? layout.table.key.flatMap((at) => layout.columns[at]?.column ?? []) : [];
  const indexes = used
    .map((name) => (name === "PRIMARY" ? keys : named(name)).join(", "))
    .filter((columns) => columns !== "");
  const rowsOf = (step: readonly unknown[] | undefined) => Number(step?.[rows] ?? 0);
  return {
    indexes,
    estimatedRows: rowsOf(steps.find((step) => step[2] === "t") ?? steps[0]),
  };
}

import { ReadLost, type WriteUse } from "@tablewright/core/storage";
import {
  type FindStatement,
  type InTransaction,
  inExclusiveTurn,
  type LastMigration,
  repeatWrite,
  type SqlDriver,
  type StatementReport,
  type TableLayout,
  Writers,
} from "@tablewright/store-sql";
import { BEGIN_BESIDE, BEGIN_FINDING, BEGIN_READING, beginAlone, postgresIndexes } from "./catalogue.ts";
import type { PostgresConnection } from "./connection.ts";
import type { Begun, PostgresDatabase } from "./database.ts";
import { indexBuilder } from "./index-builder.ts";
import {
  isFromDatabase,
  isPostgresError,
  PostgresError,
  refusedBy,
  TAKES_NO_WRITES,
} from "./postgres-error.ts";
import { searchPostgres } from "./search.ts";
import type { StandbyReads } from "./standby-reads.ts";

/**
 * A PostgreSQL database, which several processes may use at the same time; without tables of ours, it is only read. Those that write work concurrently; what
 * alters tables runs exclusively.
 */
export function postgresDriver(
  database: PostgresDatabase,
  copy?: StandbyReads,
): SqlDriver<PostgresConnection> {
  const writers = new Writers(database.mostWriters);

  /** A standby says of transactions that write that it does not support them. */
  const tellStandby = async (error: unknown): Promise<never> => {
    if (!isPostgresError(error, "unsupported") || !(await database.isStandby())) throw error;
    throw new PostgresError(`${database.place} ${TAKES_NO_WRITES}.`, error);
  };

  const lock = {
    isTaken: (error: unknown) => isPostgresError(error, "lock taken"),
    longestWait: database.longestWait,
  };

  /** Runs `work` in an exclusive transaction. */
  const inTurn = <T>(
    work: InTransaction<PostgresConnection, T>,
    identity?: WriteUse["identity"],
  ): Promise<T> =>
    inExclusiveTurn(lock, (waitMs, locked) =>
      database.inTransaction(
        database.beginFor(identity, beginAlone(waitMs, database.lockTimeout)),
        (connection, begun) => {
          locked();
          return work(connection, firstValue(begun));
        },
      ),
    );

  /** One run of a write, exclusive or concurrent. */
  const run = <T>(
    isAlone: boolean,
    identity: WriteUse["identity"],
    work: InTransaction<PostgresConnection, T>,
  ): Promise<T> => {
    const running = isAlone
      ? inTurn(work, identity)
      : database.inTransaction(database.beginFor(identity, BEGIN_BESIDE), (connection, begun) =>
          work(connection, firstValue(begun)),
        );
    return running.catch(tellStandby);
  };

  /** Whether the database has refused SERIALIZABLE, as a standby does, and has taken no write since. */
  let followsOther = false;

  /** Reads for a caller, from the standby where it will do. */
  const readFor = async <T>(
    caller: string | undefined,
    read: (from: PostgresDatabase) => Promise<T>,
  ): Promise<T> => {
    const from = copy === undefined || caller === undefined ? database : await copy.choose(caller);
    try {
      return await read(from);
    } catch (error) {
      const isRefused = from === database && !followsOther && isPostgresError(error, "unsupported");
      followsOther ||= isRefused;
      const isLost =
        from === database ? isRefused || isPostgresError(error, "conflict") : isFromDatabase(error);
      if (caller === undefined || !isLost) throw error;
      if (from !== database) copy?.noteLost();
      throw new ReadLost(`${from.place} gave up a read.`, error);
    }
  };

  return {
    read: (work, { searches = false, caller, identity } = {}) => {
      const own = caller === undefined || followsOther ? BEGIN_READING : BEGIN_FINDING;
      return readFor(caller, (from) => {
        const begin = from === database ? own : BEGIN_READING;
        return from.inSnapshot(from.beginFor(identity, begin), work, searches);
      });
    },

    write: (work, use = {}) =>
      writers.run(async () => {
        const answer = await repeatWrite((isAlone) => run(isAlone, use.identity, work), use, {
          isConflict: (error) => isPostgresError(error, "conflict"),
        });
        followsOther = false;
        copy?.noteWrite(use.caller);
        return answer;
      }),

    batchesWrites: true,

    alter: (work) =>
      writers.run(() => {
        const altering = inTurn(async (connection) => {
          await connection.exec("set local statement_timeout = 0"); // an index on many rows takes its time
          return work(connection);
        });
        altering.then(
          () => copy?.noteWrite(),
          () => undefined,
        );
        return altering.catch(tellStandby).catch((error: unknown) => {
          throw refusedBy(error, database.place, "refuses what its tables need");
        });
      }),

    indexBuilder: indexBuilder(database),

    ...(database.keepsSessions
      ? {
          readAlone: (statement, values, caller) =>
            readFor(caller, (from) => from.readAlone(statement, values)),
        }
      : {}),
    search: searchPostgres,
    explain: explainStatement,
    // An error of the database ends the transaction, and before one of ours nothing is written.
    step: (_, work) => work(),
    isOfMissing: (error) => isPostgresError(error, "missing"),
    forgetStatements: () => {
      database.forgetStatements();
      copy?.standby.forgetStatements();
    },
    connections: () => {
      const { open, idle, waiting } = database.connections();
      const others = copy?.standby.connections();
      if (others === undefined) return { open, idle, waiting };
      return { open: open + others.open, idle: idle + others.idle, waiting: waiting + others.waiting };
    },
    statements: () => database.names.size + database.namesInWrites.size,
    check: () => database.check(),

    async close() {
      await writers.whenIdle();
      await Promise.all([database.close(), copy?.standby.close()]);
    },
  };
}

/** The only value that was read when a transaction began. */
function firstValue(begun: Begun): LastMigration {
  return async () => (await begun())[0]?.[0];
}

/** The indexes that PostgreSQL would use, by the columns they are on, and the rows it would look at. */
async function explainStatement(
  connection: PostgresConnection,
  { table, columns }: TableLayout,
  { text, values, isSource }: FindStatement,
): Promise<StatementReport> {
  const [explanation] = (await connection.get(`explain (format json) ${text}`, values)) ?? [];
  const [{ Plan: root }] = JSON.parse(String(explanation)) as [{ Plan: PlanNode }];
  const nodes = allNodes(root);
  const own = isSource ? [] : await postgresIndexes(connection, table.name); // there may be no tables of ours
  const columnsByIndex = new Map(own.map((one) => [one.name, one.columns]));
  const inDefinition = (name: string) => columns.find((one) => one.name === name)?.column ?? name;
  const used = nodes.flatMap(({ "Index Name": name }) => (name === undefined ? [] : [name]));
  const indexes = used.map((name) => columnsByIndex.get(name)?.map(inDefinition).join(", ") ?? name);
  const [leaf] = nodes.filter((node) => node.Plans === undefined);
  return {
    indexes,
    estimatedRows: leaf?.["Plan Rows"] ?? root["Plan Rows"],
  };
}

interface PlanNode {
  readonly "Plan Rows": number;
  readonly "Index Name"?: string;
  readonly Plans?: readonly PlanNode[];
}

function allNodes(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(allNodes)];
}

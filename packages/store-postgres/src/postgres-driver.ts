import { type PlanExplanation, ReadLost, type WriteUse } from "@tablewright/core/storage";
import {
  type FindStatement,
  type InTransaction,
  inExclusiveTurn,
  NeedsToBeAlone,
  Numberings,
  type RowNumbering,
  repeatWrite,
  type SqlDriver,
  type TableLayout,
  Writers,
} from "@tablewright/store-sql";
import type { PostgresCapabilities } from "./capabilities.ts";
import { BEGIN_FINDING, BEGIN_READING, beginAlone, beginBeside, postgresIndexes } from "./catalogue.ts";
import type { PostgresConnection } from "./connection.ts";
import type { Begun, PostgresDatabase } from "./database.ts";
import { DrawnSlots } from "./drawn-slots.ts";
import { indexBuilder } from "./index-builder.ts";
import {
  isFromDatabase,
  isLockTaken,
  isMissingInPostgres,
  isPostgresConflict,
  isUnsupported,
  PostgresError,
  refusedBy,
  TAKES_NO_WRITES,
} from "./postgres-error.ts";
import { searchAtOnce, searchPostgres } from "./search.ts";
import { settleSlots } from "./slots.ts";
import type { StandbyReads } from "./standby-reads.ts";

/**
 * A PostgreSQL database, which several processes may use at the same time; without tables of ours, it is only read. Those that write work concurrently; what
 * changes the numbers of rows that are there, and what alters tables, runs exclusively.
 */
export function postgresDriver(
  database: PostgresDatabase,
  capabilities: PostgresCapabilities,
  copy?: StandbyReads,
  hasTables = true,
): SqlDriver<PostgresConnection> {
  const writers = new Writers(database.mostWriters);

  const beside = beginBeside(capabilities.has("plans without scans"));

  /** A standby says of transactions that write that it does not support them. */
  const tellStandby = async (error: unknown): Promise<never> => {
    if (!isUnsupported(error) || !(await database.isStandby())) throw error;
    throw new PostgresError(`${database.place} ${TAKES_NO_WRITES}.`, error);
  };

  const lock = { isTaken: isLockTaken, longestWait: database.longestWait };

  /** Runs `work` in an exclusive transaction. */
  const inTurn = <T>(
    work: (connection: PostgresConnection, begun: Begun) => Promise<T>,
    last?: (connection: PostgresConnection) => readonly Promise<unknown>[],
    identity?: WriteUse["identity"],
  ): Promise<T> =>
    inExclusiveTurn(lock, (waitMs, locked) =>
      database.inTransaction(
        database.beginFor(identity, beginAlone(waitMs, database.lockTimeout)),
        (connection, begun) => {
          locked();
          return work(connection, begun);
        },
        last,
      ),
    );

  /** One run of a write, exclusive or concurrent. */
  const run = <T>(
    isAlone: boolean,
    identity: WriteUse["identity"],
    drawn: DrawnSlots,
    work: InTransaction<PostgresConnection, T>,
    last: Parameters<SqlDriver<PostgresConnection>["write"]>[1],
  ): Promise<T> => {
    let numberings = new Numberings([]);
    const inOne = async (connection: PostgresConnection, begun: Begun) => {
      const rules = isAlone
        ? {
            settle: async (layout: TableLayout, one: RowNumbering) => {
              const settled = await settleSlots(connection, layout, one);
              drawn.noteSettled(layout, settled.highest - one.highest);
              return settled;
            },
          }
        : { shared: drawn.begin(connection) };
      numberings = new Numberings(begun, undefined, rules);
      const answer = await work(connection, numberings);
      if (numberings.needsToBeAlone) throw new NeedsToBeAlone();
      return answer;
    };
    const end = (connection: PostgresConnection) => last(connection, numberings).map(async (sent) => sent);
    const running = isAlone
      ? inTurn(inOne, end, identity)
      : database.inTransaction(database.beginFor(identity, beside), inOne, end);
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
      const isRefused = from === database && !followsOther && isUnsupported(error);
      followsOther ||= isRefused;
      const isLost = from === database ? isRefused || isPostgresConflict(error) : isFromDatabase(error);
      if (caller === undefined || !isLost) throw error;
      if (from !== database) copy?.noteLost();
      throw new ReadLost(`${from.place} gave up a read.`, error);
    }
  };

  return {
    read: (work, seen, { searches = false, caller, identity } = {}) => {
      const readIn = (connection: PostgresConnection, begun: Begun) =>
        work(connection, new Numberings(begun, seen));
      const own = caller === undefined || followsOther ? BEGIN_READING : BEGIN_FINDING;
      return readFor(caller, (from) => {
        const begin = from === database ? own : BEGIN_READING;
        const bare = hasTables ? begin : { begin: begin.begin };
        return from.inSnapshot(from.beginFor(identity, bare), readIn, searches);
      });
    },

    write: (work, last, use = {}) =>
      writers.run(async () => {
        const drawn = new DrawnSlots();
        let isCommitted = false;
        try {
          const answer = await repeatWrite((isAlone) => run(isAlone, use.identity, drawn, work, last), use, {
            isConflict: isPostgresConflict,
          });
          isCommitted = true;
          followsOther = false;
          copy?.noteWrite(use.caller);
          return answer;
        } finally {
          const lost = drawn.lost(isCommitted);
          const settle: InTransaction<PostgresConnection, void> = async (_, numberings) => {
            for (const layout of lost) await numberings.of(layout);
          };
          // Where that fails, the next exclusive one settles them.
          if (lost.length > 0) await run(true, undefined, drawn, settle, last).catch(() => undefined);
        }
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
    search: capabilities.has("cursors") ? searchPostgres : searchAtOnce,
    explain: capabilities.has("plans as JSON")
      ? explainStatement
      : async (_, __, { text: sql, values }) => ({ sql, values }),
    // An error of the database ends the transaction, and before one of ours nothing is written.
    step: (_, work) => work(),
    isOfMissing: isMissingInPostgres,
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

/** The statement, the indexes that PostgreSQL would use, by the columns they are on, and the rows it would look at. */
async function explainStatement(
  connection: PostgresConnection,
  { table, columns }: TableLayout,
  { text: sql, values, isSource }: FindStatement,
): Promise<Pick<PlanExplanation, "sql" | "values" | "indexes" | "estimatedRows">> {
  const [explanation] = (await connection.get(`explain (format json) ${sql}`, values)) ?? [];
  const [{ Plan: root }] = JSON.parse(String(explanation)) as [{ Plan: PlanNode }];
  const nodes = allNodes(root);
  const own = isSource ? [] : await postgresIndexes(connection, table.name); // there may be no tables of ours
  const columnsByIndex = new Map(own.map((one) => [one.name, one.columns]));
  const inDefinition = (name: string) => columns.find((one) => one.name === name)?.column ?? name;
  const used = nodes.flatMap(({ "Index Name": name }) => (name === undefined ? [] : [name]));
  const indexes = used.map((name) => columnsByIndex.get(name)?.map(inDefinition).join(", ") ?? name);
  const [leaf] = nodes.filter((node) => node.Plans === undefined);
  return {
    sql,
    values,
    ...(indexes.length === 0 ? {} : { indexes: [...new Set(indexes)] }),
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

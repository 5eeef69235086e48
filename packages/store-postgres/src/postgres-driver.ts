import {
  type InTransaction,
  NeedsToBeAlone,
  Numberings,
  type RowNumbering,
  repeatWrite,
  type SqlDriver,
  type TableLayout,
  Writers,
} from "@tablewright/store-sql";
import { BEGIN_ALONE, BEGIN_BESIDE, BEGIN_READING } from "./catalogue.ts";
import type { Connection } from "./connection.ts";
import type { Database } from "./database.ts";
import { DrawnSlots } from "./drawn-slots.ts";
import { explainStatement } from "./explain-statement.ts";
import { isConflict } from "./postgres-error.ts";
import { search } from "./search.ts";
import { settleSlots } from "./slots.ts";

/**
 * A PostgreSQL database, which several processes may use at the same time. Those that write work beside each other; what
 * changes the numbers of rows that are there, and what alters tables, is done alone.
 */
export function postgresDriver(database: Database): SqlDriver<Connection> {
  const writers = new Writers(database.mostWriters);

  /** One run of a write, alone or beside others. */
  const run = <T>(
    isAlone: boolean,
    drawn: DrawnSlots,
    work: InTransaction<Connection, T>,
    last: Parameters<SqlDriver<Connection>["write"]>[1],
  ): Promise<T> => {
    let numberings = new Numberings([]);
    return database.inTransaction(
      isAlone ? BEGIN_ALONE : BEGIN_BESIDE,
      async (connection, begun) => {
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
      },
      (connection) => last(connection, numberings).map(async (sent) => sent),
    );
  };
  return {
    read: (work, seen, searches) => {
      const readIn = (connection: Connection, begun: Begun) => work(connection, new Numberings(begun, seen));
      return database.inSnapshot(BEGIN_READING, readIn, searches);
    },

    write: (work, last, use = {}) =>
      writers.run(async () => {
        const drawn = new DrawnSlots();
        let isCommitted = false;
        try {
          const answer = await repeatWrite((isAlone) => run(isAlone, drawn, work, last), use, { isConflict });
          isCommitted = true;
          return answer;
        } finally {
          const lost = drawn.lost(isCommitted);
          const settle: InTransaction<Connection, void> = async (_, numberings) => {
            for (const layout of lost) await numberings.of(layout);
          };
          // Where that fails, the next one that is alone settles them.
          if (lost.length > 0) await run(true, drawn, settle, last).catch(() => undefined);
        }
      }),

    alter: (work) =>
      writers.run(() =>
        database.inTransaction(BEGIN_ALONE, async (connection) => {
          await connection.exec("set local statement_timeout = 0"); // an index on many rows takes its time
          return work(connection);
        }),
      ),

    ...(database.keepsSessions
      ? { readAlone: (statement, values) => database.readAlone(statement, values) }
      : {}),
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

type Begun = Parameters<Parameters<Database["inSnapshot"]>[1]>[1];

import type { Key, ReadTransaction, Row, Store } from "@tablewright/core/storage";
import { outboxStatements } from "../journals/outbox-statements.ts";
import { runHistoryStatements } from "../journals/run-history-statements.ts";
import { alterTables } from "../migrations/alter-tables.ts";
import { writeNumbering } from "../migrations/catalogue.ts";
import type { ChangedTables } from "../migrations/change-tables.ts";
import { planMigration } from "../migrations/plan-migration.ts";
import { refuseChanges, tablesAsTheyAre } from "../migrations/tables-as-they-are.ts";
import { openSources, sourceRefusals } from "../sources/open-sources.ts";
import { refusedAtCommit } from "../sources/refused-at-commit.ts";
import { OpenTable } from "../tables/open-table.ts";
import type { RowNumbering } from "../tables/row-numbering.ts";
import type { TableLayout } from "../tables/table-layout.ts";
import { jointInserts } from "./joint-inserts.ts";
import { jointUpdates } from "./joint-updates.ts";
import { JointWrites } from "./joint-writes.ts";
import { LoneRead } from "./lone-read.ts";
import { SeenNumberings } from "./numberings.ts";
import type { OpenedTable, OpenedTables } from "./opened-tables.ts";
import { readAlone } from "./read-alone.ts";
import type { SqlConnection } from "./sql-connection.ts";
import type { SqlDatabase } from "./sql-database.ts";
import { SqlRead } from "./sql-read.ts";
import { SqlWrite } from "./sql-write.ts";

/** The store in a database: what all of them have in common. */
export function sqlStore<Connection extends SqlConnection>(database: SqlDatabase<Connection>): Store {
  const { name, driver, dialect } = database;
  let tables: OpenedTables<Connection> = {
    dialect,
    outbox: outboxStatements(dialect),
    runHistory: runHistoryStatements(dialect),
    byName: new Map(),
  };
  const seen = new SeenNumberings();
  let isClosed = false;
  const ensureOpen = () => {
    if (isClosed) throw new Error("The store is closed.");
  };

  const readSnapshot = <T>(
    work: (transaction: ReadTransaction) => Promise<T>,
    searches: boolean,
    caller?: string,
  ) =>
    driver.read(
      (connection, numberings) => {
        const transaction = new SqlRead({ driver, connection, tables, numberings });
        return transaction.endAfter(() => work(transaction));
      },
      seen,
      searches,
      caller,
    );
  /** By one statement where that is enough, because it is a snapshot by itself. */
  const readOnce = async (
    name: string,
    keys: readonly Key[],
    caller: string | undefined,
  ): Promise<readonly (Row | undefined)[]> => {
    const table = tables.byName.get(name);
    const rows =
      table === undefined || table.isSource || driver.readAlone === undefined
        ? undefined
        : await readAlone(driver.readAlone, table, keys, seen, caller);
    return rows ?? readSnapshot((transaction) => transaction.getByKeys(name, keys), false, caller);
  };

  /** What the database is to know of a numbering at the end of a transaction. */
  const writeChanged = (connection: Connection, name: string, numbering: RowNumbering) => {
    const table = tables.byName.get(name);
    const written = writeNumbering(connection, name, numbering, dialect);
    if (table === undefined || table.isSource) return [written];
    return [written, dialect.continueSlots?.(connection, table.layout, numbering.highest)];
  };

  const write: Store["write"] = (work, use) =>
    driver
      .write(
        (connection, numberings, guards) => {
          const transaction = new SqlWrite({ driver, connection, tables, numberings, guards });
          return transaction.endAfter(() => work(transaction));
        },
        (connection, { changed }) =>
          [...changed].flatMap(([table, numbering]) => writeChanged(connection, table, numbering)),
        use,
      )
      .catch((error: unknown) => {
        throw refusedAtCommit(error, tables.byName.values(), database.dialect);
      });
  const keyOf = (name: string) => {
    const table = tables.byName.get(name);
    return table === undefined || table.isSource ? undefined : table.layout.table.key;
  };
  const inserts = new JointWrites(write, jointInserts(keyOf));
  const updates = new JointWrites(write, jointUpdates(keyOf));

  return {
    name,
    takesSources: database.describe !== undefined,

    async open(expected, opening = {}) {
      ensureOpen();
      await database.prepare?.(expected);
      const sources = await openSources(database, expected);
      const own = expected.filter(({ source }) => source === undefined);
      const opened = (layouts: readonly TableLayout[]): [string, OpenedTable<Connection>][] => [
        ...tables.byName,
        ...sources.map(([name, source]): [string, OpenedTable<Connection>] => [name, source]),
        ...layouts.map((layout): [string, OpenedTable<Connection>] => [
          layout.table.name,
          new OpenTable(layout, dialect),
        ]),
      ];
      if (opening.readOnly) {
        tables = await driver.read(
          async (connection) => {
            refuseChanges((await database.upgrade?.plan(connection)) ?? []);
            const layouts = await tablesAsTheyAre(connection, own, opening.application, dialect);
            return { ...tables, byName: new Map(opened(layouts)) };
          },
          seen,
          false,
        );
        return;
      }
      const openedAfter = ({ layouts, gone }: ChangedTables): OpenedTables<Connection> => {
        const byName = new Map(opened(layouts));
        for (const name of gone) byName.delete(name);
        return { ...tables, byName };
      };
      const changed = await alterTables(database, own, opening, openedAfter);
      tables = openedAfter(changed);
      if (changed.isConverted) driver.forgetStatements?.();
    },

    async planOpen(expected, opening = {}) {
      ensureOpen();
      const own = expected.filter(({ source }) => source === undefined);
      const refused = await sourceRefusals(database, expected);
      const steps = await driver.read(
        async (connection) => [
          ...((await database.upgrade?.plan(connection)) ?? []),
          ...(await planMigration(connection, own, opening, dialect)),
        ],
        seen,
        false,
      );
      return [...refused, ...steps];
    },

    async read(work, { searches = false, once = false, caller } = {}) {
      ensureOpen();
      if (!once || driver.readAlone === undefined) return readSnapshot(work, searches, caller);
      const lone = new LoneRead((table, keys) => readOnce(table, keys, caller));
      return lone.endAfter(() => work(lone));
    },

    async write(work, use = {}) {
      ensureOpen();
      const { insertsAlone, updatesAlone, alone, once } = use;
      if (!driver.joinsWrites || alone || once) return write(work, use);
      if (insertsAlone) return inserts.write(work, use);
      return updatesAlone ? updates.write(work, use) : write(work, use);
    },

    ...(driver.backUp === undefined
      ? {}
      : {
          async backUp(copy: string, { replaces = false } = {}) {
            ensureOpen();
            await driver.backUp?.(copy, { replaces });
          },
        }),

    ...(driver.connections === undefined ? {} : { connections: driver.connections }),
    ...(driver.statements === undefined ? {} : { statements: driver.statements }),

    ...withCapabilities(database),

    async check() {
      ensureOpen();
      await driver.check();
    },

    async close() {
      if (isClosed) return;
      isClosed = true;
      await Promise.all([inserts.whenIdle(), updates.whenIdle()]);
      await driver.close();
    },
  };
}

function withCapabilities({ capabilities }: Pick<SqlDatabase<SqlConnection>, "capabilities">) {
  return capabilities === undefined ? {} : { capabilities: () => capabilities };
}

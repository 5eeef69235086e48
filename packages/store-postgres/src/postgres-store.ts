import { AsyncLocalStorage } from "node:async_hooks";
import { type Key, type ReadTransaction, type Store, WriteQueue } from "@tablewright/core/storage";
import { LoneRead, quoteName, type SqlValue } from "@tablewright/store-sql";
import {
  BEGIN_READING,
  BEGIN_WRITING,
  NUMBERINGS_WITH_GAPS,
  namesInUse,
  prepareCatalogue,
} from "./catalogue.ts";
import { ChangedNumberings } from "./changed-numberings.ts";
import type { Connection } from "./connection.ts";
import { Database } from "./database.ts";
import { ensureTable } from "./ensure-table.ts";
import { type PostgresFunctions, postgresWith } from "./expression-dialect.ts";
import { ensureFunctions } from "./functions/ensure-functions.ts";
import { Numberings, SeenNumberings } from "./numberings.ts";
import type { OpenedTables } from "./opened-tables.ts";
import { planMigration } from "./plan-migration.ts";
import { isMadeMeanwhile } from "./postgres-error.ts";
import { type PostgresOptions, readAddress } from "./postgres-options.ts";
import { PostgresRead } from "./postgres-read.ts";
import { openPostgresTable } from "./postgres-table.ts";
import { PostgresWrite } from "./postgres-write.ts";
import { readAlone } from "./read-alone.ts";
import { refuseWeakSettings } from "./refuse-weak-settings.ts";

/**
 * A store in a PostgreSQL database, which several processes may use at the same time. Rejects when the database cannot
 * be reached, or is not one to which changes can be entrusted.
 */
export async function postgresStore(where: string | PostgresOptions): Promise<Store> {
  const options = typeof where === "string" ? readAddress(where) : where;
  const database = new Database(options);
  let functions: PostgresFunctions;
  try {
    functions = await makeReady(database, options);
  } catch (error) {
    await database.close();
    throw error;
  }
  const dialect = postgresWith(functions);
  let tables: OpenedTables = { dialect, byName: new Map() };
  const seen = new SeenNumberings();
  let isClosed = false;
  const writers = new WriteQueue(new AsyncLocalStorage());
  const ensureOpen = () => {
    if (isClosed) throw new Error("The store is closed.");
  };

  const readInPicture = <T>(
    work: (transaction: ReadTransaction) => Promise<T>,
    searches: boolean,
  ): Promise<T> => {
    const readIn = (connection: Connection, begun: Begun) => {
      const transaction = new PostgresRead(connection, tables, new Numberings(begun, seen));
      return transaction.endAfter(() => work(transaction));
    };
    return database.inSnapshot(BEGIN_READING, NUMBERINGS_WITH_GAPS, readIn, searches);
  };
  /** By one statement where that is enough, because it is a snapshot by itself. */
  const rowsOf = async (name: string, keys: readonly Key[]) => {
    const table = tables.byName.get(name);
    const rows = table && (await readAlone(database, table, keys, seen));
    return rows ?? readInPicture((transaction) => transaction.getByKeys(name, keys), false);
  };

  return {
    name: "postgres",

    async open(wanted) {
      ensureOpen();
      await writers.run(async () => {
        const opened = await database.inTransaction(BEGIN_WRITING, async (connection) => {
          await connection.exec("set local statement_timeout = 0"); // an index on many rows takes its time
          const layouts = [];
          const names = await namesInUse(connection);
          for (const table of wanted) layouts.push(await ensureTable(connection, table, names, dialect));
          return layouts.map((layout) => [layout.table.name, openPostgresTable(layout)] as const);
        });
        tables = { dialect, byName: new Map([...tables.byName, ...opened]) };
      });
    },

    async planOpen(wanted) {
      ensureOpen();
      const plan = (connection: Connection) => planMigration(connection, wanted, dialect);
      return database.inSnapshot(BEGIN_READING, NUMBERINGS_WITH_GAPS, plan, false);
    },

    async read(work, { searches = false, once = false } = {}) {
      ensureOpen();
      if (once) {
        const lone = new LoneRead(rowsOf);
        return lone.endAfter(() => work(lone));
      }
      return readInPicture(work, searches);
    },

    async write(work) {
      ensureOpen();
      return writers.run(() => {
        const changed = new ChangedNumberings();
        return database.inTransaction(
          BEGIN_WRITING,
          (connection, begun) => {
            const transaction = new PostgresWrite(connection, tables, new Numberings(begun), changed);
            return transaction.endAfter(() => work(transaction));
          },
          (connection) => changed.write(connection),
        );
      });
    },

    async check() {
      ensureOpen();
      await database.check();
    },

    async close() {
      if (isClosed) return;
      isClosed = true;
      await writers.whenIdle();
      await database.close();
    },
  };
}

type Begun = () => Promise<readonly (readonly SqlValue[])[]>;

/** Two processes that start on an empty database at once make the same things; the later one looks again. */
async function makeReady(database: Database, options: PostgresOptions): Promise<PostgresFunctions> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.inTransaction(["begin"], async (connection) => {
        if (options.schema !== undefined) await ensureSchema(connection, options.schema);
        await refuseWeakSettings(connection, database.place, options);
        await prepareCatalogue(connection, database.place);
        return await ensureFunctions(connection, process.versions.unicode ?? "");
      });
    } catch (error) {
      if (attempt >= ATTEMPTS || !isMadeMeanwhile(error)) throw error;
    }
  }
}

/** Asks first: who may use a schema may not always make one. */
async function ensureSchema(connection: Connection, schema: string): Promise<void> {
  const existing = await connection.get("select 1 from pg_namespace where nspname = $1", [schema]);
  if (existing === undefined) await connection.exec(`create schema ${quoteName(schema)}`);
}

const ATTEMPTS = 10;

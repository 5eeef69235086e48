import { AsyncLocalStorage } from "node:async_hooks";
import {
  ConstraintViolation,
  type Key,
  type MigrationPlan,
  MigrationRefused,
  migrationWords,
  ReadLost,
  type ReadUse,
  type Row,
  type RowReader,
  type Store,
  type StoredTable,
} from "@tablewright/core/storage";
import { DefinitionChanges, refuseOutdated } from "../catalogue/later-changes.ts";
import { alterTables, readBesideAlterings } from "../migrations/alter-tables.ts";
import { type ChangedTables, isOwnedBy } from "../migrations/change-tables.ts";
import { areNoted, refillNoted } from "../migrations/fill-rows.ts";
import { migrationSteps, planOpening } from "../migrations/plan-opening.ts";
import { planTables } from "../migrations/plan-tables.ts";
import { openSources } from "../sources/open-sources.ts";
import { OpenTable } from "../tables/open-table.ts";
import type { TableLayout } from "../tables/table-layout.ts";
import { SqlRead } from "../transaction/sql-read.ts";
import { SqlWrite } from "../transaction/sql-write.ts";
import { BatchedWrites } from "./batched-writes.ts";
import { type OpenedTable, type OpenedTables, tablesInZone } from "./opened-tables.ts";
import { readAlone, readOfKeys } from "./read-of-keys.ts";
import type { SqlConnection } from "./sql-connection.ts";
import type { SqlDatabase } from "./sql-driver.ts";
import type { SqlStoreDialect } from "./sql-store-dialect.ts";

/** The store in a database: what all of them have in common. */
export function sqlStore<Connection extends SqlConnection>(database: SqlDatabase<Connection>): Store {
  const { name, driver, dialect, keepsNothing } = database;
  let isClosed = false;
  const ensureOpen = () => {
    if (isClosed) throw new Error("The store is closed.");
  };

  /** How rows of some tables are read and written. A transaction ends with the tables it has begun with. */
  const serve = (tables: OpenedTables<Connection>, named: readonly StoredTable[]) => {
    const changes = new DefinitionChanges(tables);
    const names = named.map((table) => table.name);
    /** Throws if it is known that a table is no longer as the definition has it. */
    const refuseKnown = () => refuseOutdated(changes.last, names);
    /** An error in the words of a table that was changed, if that is its cause. */
    const explained = async (error: unknown): Promise<never> => {
      if (keepsNothing === undefined && driver.isOfMissing(error instanceof ReadLost ? error.cause : error))
        await driver.read(async (connection) => refuseOutdated(await changes.read(connection), names));
      throw error;
    };

    const readSnapshot = async <T>(work: (transaction: RowReader) => Promise<T>, use: ReadUse) => {
      refuseKnown();
      return driver
        .read((connection) => {
          const own = tablesInZone(tables, use.timeZone);
          const transaction = new SqlRead({ driver, connection, tables: own });
          return transaction.endAfter(() => work(transaction));
        }, use)
        .catch(explained);
    };
    /** By one statement where that is enough, because it is a snapshot by itself. */
    const readOnce = async (
      name: string,
      keys: readonly Key[],
      use: ReadUse,
    ): Promise<readonly (Row | undefined)[]> => {
      refuseKnown();
      const table = tables.byName.get(name);
      const rows =
        table === undefined || table.isSource || driver.readAlone === undefined
          ? undefined
          : await readAlone(driver.readAlone, table, keys, use.caller).catch(explained);
      return (
        rows ?? readSnapshot((transaction) => transaction.getByKeys(name, keys), { ...use, searches: false })
      );
    };

    const write: Store["write"] = (work, use) =>
      driver
        .write((connection, lastMigration, guards) => {
          const own = tablesInZone(tables, use?.timeZone);
          const parts = { driver, connection, tables: own, lastMigration, guards, changes };
          const transaction = new SqlWrite(parts);
          return transaction.endAfter(() => work(transaction));
        }, use)
        .catch(explained)
        .catch((error: unknown) => {
          throw refusedAtCommit(error, tables.byName.values(), database.dialect);
        });
    const keyOf = (name: string) => {
      const table = tables.byName.get(name);
      return table === undefined || table.isSource ? undefined : table.layout.table.key;
    };
    const batched = new BatchedWrites(write, keyOf);
    return { tables, named, changes, refuseKnown, readSnapshot, readOnce, write, batched };
  };

  let serving = serve({ dialect, byName: new Map(), keepsNothing }, []);
  /** Those before whose writes may still be under way. */
  const former = new Set<typeof serving>();
  const serveNow = (next: typeof serving) => {
    const before = serving;
    serving = next;
    former.add(before);
    before.batched.whenIdle().then(() => former.delete(before));
  };

  return {
    name,
    functionCalls: new AsyncLocalStorage(),
    takesSources: database.describe !== undefined,

    async open(expected, opening = {}) {
      ensureOpen();
      await database.prepare?.(expected);
      const sources = await openSources(database, expected);
      const own = expected.filter(({ source }) => source === undefined);
      const opened = (layouts: readonly TableLayout[]): [string, OpenedTable<Connection>][] => [
        ...serving.tables.byName,
        ...sources.map(([name, source]): [string, OpenedTable<Connection>] => [name, source]),
        ...layouts.map((layout): [string, OpenedTable<Connection>] => [
          layout.table.name,
          new OpenTable(layout, dialect),
        ]),
      ];
      if (opening.readOnly) {
        const read = (connection: Connection) =>
          tablesAsTheyAre(connection, own, opening.application, dialect);
        const layouts = keepsNothing ? [] : await readBesideAlterings(driver, read);
        serveNow(serve({ ...serving.tables, byName: new Map(opened(layouts)) }, expected));
        return;
      }
      const openedAfter = ({ layouts, gone }: ChangedTables): OpenedTables<Connection> => {
        const byName = new Map(opened(layouts));
        for (const name of gone) byName.delete(name);
        return { ...serving.tables, byName };
      };
      const changed = await alterTables(database, own, opening, openedAfter);
      const { fillInParts } = opening;
      if (fillInParts !== undefined) await refillNoted(database, openedAfter(changed), fillInParts);
      serveNow(serve(openedAfter(changed), expected));
      if (changed.isConverted) driver.forgetStatements?.();
    },

    tables: () => serving.named,

    async isFilled() {
      ensureOpen();
      return driver.read(async (connection) => {
        const now = await serving.changes.read(connection);
        return !now.isUnfilled && !(await areNoted(connection, serving.named, now.noted));
      });
    },

    async planOpen(expected, opening) {
      ensureOpen();
      return planOpening(database, expected, opening);
    },

    async read(work, use = {}) {
      ensureOpen();
      const { readSnapshot, readOnce } = serving;
      if (!use.keysOnly || driver.readAlone === undefined) return readSnapshot(work, use);
      return readOfKeys((table, keys) => readOnce(table, keys, use), work);
    },

    async write(work, use = {}) {
      ensureOpen();
      const { batch, exclusive, repeatable } = use;
      const isBatched = driver.batchesWrites && batch !== undefined && !exclusive && repeatable !== false;
      return (isBatched ? serving.batched : serving).write(work, use);
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
      serving.refuseKnown(); // to ask again would take a connection, and a busy store is there
    },

    async close() {
      if (isClosed) return;
      isClosed = true;
      await Promise.all([serving, ...former].map(({ batched }) => batched.whenIdle()));
      await driver.close();
    },
  };
}

function withCapabilities({ capabilities }: Pick<SqlDatabase<SqlConnection>, "capabilities">) {
  return capabilities === undefined ? {} : { capabilities: () => capabilities };
}

/**
 * What a transaction was refused for at its end, by a constraint of another program that is deferred until then; every other error
 * as it is. Which row it is the database does not say.
 */
function refusedAtCommit<Connection extends SqlConnection>(
  error: unknown,
  tables: Iterable<OpenedTable<Connection>>,
  dialect: Pick<SqlStoreDialect<Connection>, "violationOf">,
): unknown {
  if (error instanceof ConstraintViolation) return error;
  const violation = dialect.violationOf?.(error);
  const relation = violation?.relation;
  if (violation === undefined || relation === undefined) return error;
  for (const table of tables) {
    if (!table.isSource) continue;
    const { source, name } = table.layout.table;
    const isSame = source?.table === relation.table && (source.schema ?? relation.schema) === relation.schema;
    if (isSame) return new ConstraintViolation(violation, name, table.rows.columnsOf(violation), 0);
  }
  return error;
}

/**
 * Where the tables of a definition lie in a database that is not to be changed. Throws a `MigrationRefused` when one is
 * missing or not as the definition has it; one that only misses an index is slower, and does.
 */
async function tablesAsTheyAre<Connection extends SqlConnection>(
  connection: Connection,
  expected: readonly StoredTable[],
  application: string | undefined,
  dialect: SqlStoreDialect<Connection>,
): Promise<readonly TableLayout[]> {
  const names = await dialect.namesInUse(connection);
  await isOwnedBy(connection, application, names); // throws for another application
  const { tables } = await planTables(connection, expected, names, {}, dialect);
  refuseChanges(tables.flatMap((plan) => migrationSteps(plan, [])));
  return tables.map(({ layout }) => layout);
}

/** Throws where a plan says that something would be changed. */
function refuseChanges(plan: MigrationPlan): void {
  const reasons = plan.flatMap((step) => {
    if (step.what === "addIndex") return [];
    return step.what === "refuse" ? [step.reason] : [migrationWords.notAsDefined(step.table)];
  });
  if (reasons.length > 0) throw new MigrationRefused([...new Set(reasons)]);
}

/**
 * A store that reads tables of other programs and keeps nothing in their database, for users who may only read it. What other stores
 * keep in tables of ours (outbox, run history, journal) throws a `KeepsNothing`; so does a write.
 */
export function sourceReader<Connection extends SqlConnection>(database: SqlDatabase<Connection>): Store {
  const { isFilled: _, ...store } = sqlStore({ ...database, keepsNothing: () => new KeepsNothing() });
  return {
    ...store,
    keepsNothing: true,

    async open(expected) {
      const own = expected.filter(({ source }) => source === undefined);
      if (own.length > 0) throw new MigrationRefused(own.map(({ name }) => withoutSource(name)));
      await store.open(expected, { readOnly: true });
    },

    async write() {
      throw new KeepsNothing();
    },
  };
}

class KeepsNothing extends Error {
  readonly code = "server/keeps-nothing";

  constructor() {
    super("The server may only read its database, and keeps nothing in it.");
  }
}

function withoutSource(name: string): string {
  return (
    `Table "${name}" has no source, and the database has no tables of ours: give it one, or serve the application without ` +
    "--read-only first, on the primary server and as a user who may make tables."
  );
}

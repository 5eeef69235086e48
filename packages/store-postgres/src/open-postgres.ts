import type { Store } from "@tablewright/core/storage";
import { quoteName, sourceReader, sqlStore, systemTimers, type Timers } from "@tablewright/store-sql";
import { hasPostgresCatalogue, preparePostgresCatalogue } from "./catalogue.ts";
import type { PostgresConnection } from "./connection.ts";
import { PostgresDatabase } from "./database.ts";
import type { PostgresFunctions } from "./expression-dialect.ts";
import { createFunction, functionNames, type SchemaFunctionName } from "./functions/schema-functions.ts";
import { introspectPostgres } from "./introspect/introspect-postgres.ts";
import { postgresDialect } from "./postgres-dialect.ts";
import { postgresDriver } from "./postgres-driver.ts";
import {
  databaseRefusal,
  isPostgresError,
  PostgresError,
  refusedBy,
  SHARED_SESSIONS,
} from "./postgres-error.ts";
import { type PostgresOptions, readPostgresAddress } from "./postgres-options.ts";
import { StandbyReads } from "./standby-reads.ts";

/** A store in a database; what the database lacks is left to the engine. */
export async function openPostgres(options: PostgresOptions, timers = systemTimers): Promise<Store> {
  const database = databaseAt(options, timers);
  const copy = copyOf(database, options, timers);
  try {
    if (database.keepsSessions && (await database.sharesSessions()))
      throw new PostgresError(`${database.place} ${SHARED_SESSIONS}.`);
    await copy?.refuseForeign();
    const hasTables = await makeReady(database, options);
    const { functions, missing } = await ensureFunctions(
      database,
      process.versions.unicode ?? "",
      options,
      (connection) => ensureSchema(connection, options.schema),
    );
    const [[version] = []] = await database.readAlone("select version()", []);
    const product = String(version).replace(/ (?:on|\() ?.*$/su, ""); // without the machine
    const otherwise = FUNCTIONS_OTHERWISE;
    const all = [{ name: "functions", otherwise, ...(missing === undefined ? {} : { missing }) }];
    const dialect = postgresDialect(functions);
    const describe = (schemas: readonly string[]) =>
      introspectPostgres(options, { schemas: schemas.length > 0 ? schemas : ["public"] });
    const driver = postgresDriver(database, copy);
    const store = { name: "postgres", driver, capabilities: { product, all }, dialect, describe };
    const opened = hasTables ? sqlStore(store) : sourceReader(store);
    return options.callSettings === undefined ? opened : { ...opened, readsByIdentity: true };
  } catch (error) {
    await Promise.all([database.close(), copy?.standby.close()]);
    throw refusedBy(error, database.place, "refuses what a store needs");
  }
}

function copyOf(
  database: PostgresDatabase,
  { read, readLag, ...options }: PostgresOptions,
  timers: Timers,
): StandbyReads | undefined {
  if (read === undefined) return undefined;
  const { prepare = true } = options;
  const standby = databaseAt({ ...options, prepare, ...read }, timers);
  if (standby.keepsSessions !== database.keepsSessions)
    throw new PostgresError(
      "The addresses of a database and of its standby say prepare=false both, or neither.",
    );
  return new StandbyReads(standby, database, readLag, timers);
}

/** The driver reads the files that an address names. */
function databaseAt(options: PostgresOptions, timers: Timers): PostgresDatabase {
  try {
    return new PostgresDatabase(options, timers);
  } catch (error) {
    throw new PostgresError(
      `The address of the database cannot be used: ${(error as Error).message}.`,
      error,
    );
  }
}

/**
 * Makes our tables where they are missing, unless the database is only read; answers whether they are there. In a dry run they are made
 * and taken back. Two processes that start on an empty database at once make the same things; the later one looks again.
 */
async function makeReady(database: PostgresDatabase, options: PostgresOptions): Promise<boolean> {
  if (options.readOnly)
    return database.inTransaction({ begin: "begin read only" }, async (connection) => {
      await refuseWeakPostgres(connection, database.place, options);
      return hasPostgresCatalogue(connection, database.place);
    });
  for (let attempt = 1; ; attempt++) {
    try {
      const wasThere = await database.inTransaction(
        { begin: "begin", takesBack: options.dryRun === true },
        async (connection) => {
          await ensureSchema(connection, options.schema);
          await refuseWeakPostgres(connection, database.place, options);
          return preparePostgresCatalogue(connection, database.place);
        },
      );
      return wasThere || !options.dryRun;
    } catch (error) {
      if (isPostgresError(error, "read-only"))
        throw new PostgresError(`${database.place} ${NOTHING_TO_READ}.`, error);
      if (attempt >= ATTEMPTS || !isPostgresError(error, "made meanwhile")) throw error;
    }
  }
}

/** Asks first: a user who may use a schema may not always make one. */
async function ensureSchema(connection: PostgresConnection, schema: string | undefined): Promise<void> {
  if (schema === undefined) return;
  const existing = await connection.get("select 1 from pg_namespace where nspname = $1", [schema]);
  if (existing === undefined) await connection.exec(`create schema ${quoteName(schema)}`);
}

const FUNCTIONS_OTHERWISE =
  "comparisons of texts and arithmetic stay with the engine, and columns of text have no index";

const NOTHING_TO_READ =
  "takes no writes, and has no tables of ours yet: serve the application on the primary server first";

const ATTEMPTS = 10;

/**
 * A store in a PostgreSQL database, which several processes may use at the same time. Rejects when the database cannot
 * be reached, or is not one to which changes can be entrusted.
 */
export async function postgresStore(
  where: string | PostgresOptions,
  use: Pick<PostgresOptions, "readOnly" | "dryRun"> = {},
): Promise<Store> {
  const options = typeof where === "string" ? readPostgresAddress(where) : where;
  return openPostgres({ ...options, ...use });
}

/**
 * Throws when the database cannot keep every text, or when a commit that was acknowledged might not survive a crash or a
 * loss of power, unless that is accepted or none is made.
 */
async function refuseWeakPostgres(
  connection: PostgresConnection,
  place: string,
  { acceptsLoss = false, readOnly = false }: PostgresOptions,
): Promise<void> {
  const settings = await connection.get(
    "select current_setting('server_version_num')::bigint, current_setting('server_encoding'), " +
      "current_setting('synchronous_commit', true), current_setting('fsync', true), " +
      "current_setting('full_page_writes', true), current_schema()",
  );
  const [version, encoding, commit, ...flags] = settings ?? [];
  const schema = flags.pop() ?? null;
  if (Number(version) < OLDEST)
    throw new PostgresError(`${place} is PostgreSQL ${Number(version) / 10_000}; take version 13 or later.`);
  if (encoding !== "UTF8")
    throw new PostgresError(
      `${place} keeps texts as ${encoding}; make one with "create database … encoding 'UTF8' template template0".`,
    );
  if (readOnly) return;
  if (schema === null)
    throw new PostgresError(`${place} has no schema for this user's tables; name one with "?schema=…".`);
  if (acceptsLoss) return;
  if (commit === "off" || commit === "local" || commit === "remote_write")
    throw new PostgresError(
      `${place} has synchronous_commit = ${commit}, so changes that were acknowledged may be lost; set it to "on".`,
    );
  if (flags.includes("off"))
    throw new PostgresError(
      `${place} does without fsync or full_page_writes, so it may not survive a loss of power; set both to "on".`,
    );
}

const OLDEST = 130_000;

/** The functions that are there, and why others are not. */
interface EnsuredFunctions {
  readonly functions: PostgresFunctions;
  readonly missing?: string;
}

/**
 * Makes the functions that are missing in the schema, all or none; with `readOnly` none, and in a dry run they are taken back. A database that takes none, or a user who may make none,
 * is no error: conditions that need them stay with the engine.
 */
async function ensureFunctions(
  database: PostgresDatabase,
  unicode: string,
  { readOnly = false, dryRun = false }: Pick<PostgresOptions, "readOnly" | "dryRun"> = {},
  ensureSchema: (connection: PostgresConnection) => Promise<void> = async () => undefined,
): Promise<EnsuredFunctions> {
  const names = functionNames(unicode);
  for (let attempt = 1; ; attempt++) {
    const there = await database.inTransaction({ begin: "begin read only" }, (connection) =>
      functionsThere(connection, Object.values(names)),
    );
    const missing = (Object.keys(names) as SchemaFunctionName[]).filter((name) => !there.has(names[name]));
    if (missing.length === 0) return { functions: names };
    const existing = (Object.keys(names) as SchemaFunctionName[]).filter((name) => there.has(names[name]));
    const functions = Object.fromEntries(existing.map((name) => [name, names[name]]));
    if (readOnly) return { functions, missing: "nothing is made in a database that is only read" };
    try {
      await database.inTransaction({ begin: "begin", takesBack: dryRun }, async (connection) => {
        await ensureSchema(connection); // a dry run has taken it back
        const [schema] = (await connection.get("select current_schema()")) ?? [];
        for (const name of missing) await connection.exec(createFunction(name, names, String(schema)));
      });
      return { functions: dryRun ? functions : names };
    } catch (error) {
      if (isPostgresError(error, "made meanwhile") && attempt < ATTEMPTS_TO_MAKE) continue;
      const missingBecause = databaseRefusal(error);
      if (missingBecause === undefined) throw error;
      return { functions, missing: missingBecause };
    }
  }
}

async function functionsThere(
  connection: PostgresConnection,
  names: readonly string[],
): Promise<ReadonlySet<unknown>> {
  const rows = await connection.all(
    "select proname::text from pg_proc join pg_namespace on pg_namespace.oid = pronamespace " +
      "where nspname = current_schema() and proname = any($1::text[])",
    [names],
  );
  return new Set(rows.map(([name]) => name));
}

const ATTEMPTS_TO_MAKE = 10;

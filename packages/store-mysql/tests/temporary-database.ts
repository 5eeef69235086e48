/** A place for the tables of one test. */
import mysql, { type Pool } from "mysql2/promise";
import { inject } from "vitest";
import type { MysqlOptions } from "../src/index.ts";
import { readMysqlAddress } from "../src/mysql-options.ts";

/** Where the server of the tests is; empty where there is none, and then they are skipped. */
export const server = inject("mysql");

/** Milliseconds: however busy this machine is, it does not make the server seem to be away. */
const PATIENT = { checkTimeout: 60_000, connectionTimeout: 60_000, statementTimeout: 60_000 };

export interface TemporaryDatabase {
  /** Of a store in a database that holds no rows, no events, no runs, and no tables but those of `contents`. */
  readonly options: MysqlOptions;
  /** To be called when the store has been opened for the first time: what it made then may stay for another test. */
  readonly noteTables: () => Promise<void>;
  /** Empties the database, for another test; those of a run are dropped at its end. */
  readonly release: () => Promise<void>;
}

/**
 * `contents` names the tables that the test will open first, the same for the same name. They are made once and emptied after each
 * test, unless the test has changed them; to make and drop them takes longer than most tests.
 */
export async function temporaryDatabase(contents = ""): Promise<TemporaryDatabase> {
  const database: Database = released.get(contents)?.pop() ??
    released.get("")?.pop() ?? { name: await makeDatabase() };
  return {
    options: {
      ...readMysqlAddress(server),
      database: database.name,
      acceptsLoss: true,
      pool: 6,
      ...PATIENT,
    },
    noteTables: async () => {
      if (contents !== "") database.made ??= await tablesOf(database);
    },
    release: async () => {
      const isAsMade = await emptyDatabase(database);
      if (!isAsMade) delete database.made;
      const place = isAsMade ? contents : "";
      const others = released.get(place);
      if (others === undefined) released.set(place, [database]);
      else others.push(database);
    },
  };
}

interface Database {
  readonly name: string;
  /** What was made when tables were opened first. */
  made?: readonly StoredTable[];
}

/** A row of the table in which the store says which tables it has. */
type StoredTable = Record<string, unknown>;

/** Databases that wait for another test, by what they hold. */
const released = new Map<string, Database[]>();

/** Answers whether the tables that were noted are the tables that there are now; others are dropped. */
async function emptyDatabase(database: Database): Promise<boolean> {
  const tables = await tablesOf(database);
  const { name, made } = database;
  const places = tables.map(({ stored_as }) => `\`${name}\`.\`${String(stored_as).replaceAll("`", "``")}\``);
  const isAsMade = made !== undefined && shapeOf(made) === shapeOf(tables);
  const own = (table: string) => `\`${name}\`.tablewright_${table}`;
  const emptied = isAsMade ? await emptying(places) : places.map((place) => `drop table ${place}`);
  await ask(
    [
      ...emptied,
      `drop table if exists ${own("application")}`,
      ...["tables", "migrations", "refills"].map((table) => `delete from ${own(table)}`),
    ].join("; "),
  );
  if (isAsMade && made.length > 0)
    await ask(`insert into ${own("tables")} (??) values ?`, [
      Object.keys(made[0] ?? {}),
      made.map((table) => Object.values(table)),
    ]);
  return isAsMade;
}

function tablesOf({ name }: Database): Promise<readonly StoredTable[]> {
  return ask(`select * from \`${name}\`.tablewright_tables order by name`);
}

/** What tables are, without how their rows are numbered so far. */
function shapeOf(tables: readonly StoredTable[]): string {
  return JSON.stringify(tables.map(({ highest: _, gaps: __, ...shape }) => shape));
}

/** Where there are few rows, to delete them takes less time than a truncate. */
async function emptying(places: readonly string[]): Promise<readonly string[]> {
  if (places.length === 0) return [];
  const counts = places.map(
    (place) => `(select count(*) from (select 1 from ${place} limit ${MANY}) as some)`,
  );
  const [counted = {}] = await ask(`select ${counts.map((count, at) => `${count} as c${at}`).join(", ")}`);
  return places.flatMap((place, at) => {
    const count = Number(counted[`c${at}`]);
    return count === 0 ? [] : [count === MANY ? `truncate ${place}` : `delete from ${place}`];
  });
}

/** Rows of a table that is truncated. */
const MANY = 1_000;

/** What the server answers to a statement. */
export async function ask(sql: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
  const [rows] = await asking().query(sql, [...values]);
  return rows as Record<string, unknown>[];
}

async function makeDatabase(): Promise<string> {
  const database = `${inject("databases")}_${crypto.randomUUID().replaceAll("-", "")}`;
  await ask(`create database \`${database}\``);
  return database;
}

/** One connection; it keeps no process alive. */
function asking(): Pool {
  if (pool === undefined) {
    const { host = "", port = 0, user = "", password = "", database } = readMysqlAddress(server);
    pool = mysql.createPool({
      ...{ host, port, user, password, database },
      connectionLimit: 1,
      multipleStatements: true,
    });
    pool.pool.on("connection", (connection) => {
      (connection as unknown as { stream: { unref(): void } }).stream.unref();
    });
  }
  return pool;
}

let pool: Pool | undefined;

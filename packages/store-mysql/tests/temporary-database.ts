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
  /** Of a store in a database that holds no tables of a definition, no events and no runs. */
  readonly options: MysqlOptions;
  /** Empties the database, for another test. */
  readonly release: () => Promise<void>;
}

export async function temporaryDatabase(): Promise<TemporaryDatabase> {
  const database = released.pop() ?? (await makeDatabase());
  return {
    options: { ...readMysqlAddress(server), database, acceptsLoss: true, pool: 6, ...PATIENT },
    release: async () => {
      const tables = await ask(`select stored_as as name from \`${database}\`.tablewright_tables`);
      for (const { name } of tables)
        await ask(`drop table \`${database}\`.\`${String(name).replaceAll("`", "``")}\``);
      await ask(`drop table if exists \`${database}\`.tablewright_application`);
      for (const name of ["tables", "migrations", "refills"])
        await ask(`delete from \`${database}\`.tablewright_${name}`);
      released.push(database);
    },
  };
}

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

const released: string[] = [];

/** One connection; it keeps no process alive. */
function asking(): Pool {
  if (pool === undefined) {
    const { host = "", port = 0, user = "", password = "", database } = readMysqlAddress(server);
    pool = mysql.createPool({ host, port, user, password, database, connectionLimit: 1 });
    pool.pool.on("connection", (connection) => {
      (connection as unknown as { stream: { unref(): void } }).stream.unref();
    });
  }
  return pool;
}

let pool: Pool | undefined;

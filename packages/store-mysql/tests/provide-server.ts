/** One server for all tests, given to them as the address they inject: the one named by the environment, or our own. */
import mysql from "mysql2/promise";
import type { TestProject } from "vitest/node";
import { startServer } from "./mariadb-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the tests' server is, as a user that may make databases; empty where there is none. */
    mysql: string;
    /** How the names of this run's databases begin. */
    databases: string;
  }
}

export default async function provideServer(project: TestProject): Promise<() => Promise<void>> {
  const databases = `test_${process.pid}_${Date.now()}`;
  project.provide("databases", databases);
  const given = process.env.TABLEWRIGHT_TEST_MYSQL;
  if (given !== undefined) {
    project.provide("mysql", given);
    return () => dropDatabases(given, databases);
  }
  try {
    const server = await startServer();
    project.provide("mysql", server.url);
    return () => server.stop();
  } catch (error) {
    process.stderr.write(`The tests on MariaDB are skipped. ${String(error)}\n`);
    project.provide("mysql", "");
    return async () => undefined;
  }
}

async function dropDatabases(url: string, beginning: string): Promise<void> {
  const connection = await mysql.createConnection(url);
  const [rows] = await connection.query({ sql: "show databases", rowsAsArray: true });
  const names = (rows as string[][]).map(([name]) => String(name));
  for (const name of names.filter((one) => one.startsWith(beginning)))
    await connection.query(`drop database \`${name}\``);
  await connection.end();
}

/** One server for all tests of the package, given to them as the address they inject: the one named by the environment, or our own. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isTested } from "@tablewright/tooling/is-tested";
import mysql from "mysql2/promise";
import type { TestProject } from "vitest/node";
import { installDatabase } from "./installed-database.ts";
import { startServer } from "./mariadb-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the tests' server is, as a user that may make databases; empty where there is none. */
    mysql: string;
    /** How the names of this run's databases begin. */
    databases: string;
    /** The files that further servers begin with; empty where there are none. */
    installed: string;
  }
}

export default async function provideServer(
  project: TestProject,
): Promise<(() => Promise<void>) | undefined> {
  if (!isTested(project, "store-mysql")) return undefined;
  const databases = `test_${process.pid}_${Date.now()}`;
  project.provide("databases", databases);
  const folder = mkdtempSync(join(tmpdir(), "tablewright-mariadb-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const given = process.env.TABLEWRIGHT_TEST_MYSQL;
  const installed = join(folder, "installed");
  try {
    installDatabase(installed);
    project.provide("installed", installed);
    if (given === undefined) {
      const server = await startServer(installed);
      project.provide("mysql", server.url);
      return () => server.stop().finally(remove);
    }
  } catch (error) {
    const skipped = given === undefined ? "on MariaDB" : "that start servers of MariaDB";
    process.stderr.write(`The tests ${skipped} are skipped. ${String(error)}\n`);
    project.provide("installed", "");
  }
  project.provide("mysql", given ?? "");
  return async () => {
    remove();
    if (given !== undefined) await dropDatabases(given, databases);
  };
}

async function dropDatabases(url: string, beginning: string): Promise<void> {
  const connection = await mysql.createConnection(url);
  const [rows] = await connection.query({ sql: "show databases", rowsAsArray: true });
  const names = (rows as string[][]).map(([name]) => String(name));
  for (const name of names.filter((one) => one.startsWith(beginning)))
    await connection.query(`drop database \`${name}\``);
  await connection.end();
}

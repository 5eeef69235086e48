/** Random plans about tables as other programs make them in MariaDB, against the evaluator. */
import { describeForeignKeys, describeForeignPlans } from "@tablewright/engine-tests/databases";
import mysql from "mysql2/promise";
import { describe } from "vitest";
import { mysqlStore } from "../src/index.ts";
import { readMysqlAddress } from "../src/mysql-options.ts";
import { foreignTables } from "./foreign-tables.ts";
import { ask as askServer, server, temporaryDatabase } from "./temporary-database.ts";

describe.skipIf(server === "")("MariaDB", () => {
  describeForeignPlans("mysql", foreignTables, make);
  describeForeignKeys("mysql", foreignTables, make);
});

async function make() {
  const { options, release } = await temporaryDatabase();
  const database = `things_${crypto.randomUUID().replaceAll("-", "")}`;
  await askServer(`create database ${database}`);
  const { host = "", port = 0, user = "", password = "" } = readMysqlAddress(server);
  const theirs = await mysql.createConnection({ host, port, user, password, database });
  return {
    store: await mysqlStore(options),
    place: `${database}.`,
    ask: async (sql: string) => (await theirs.query(sql))[0] as Record<string, unknown>[],
    dispose: async () => {
      await theirs.query(`drop database ${database}`);
      await theirs.end();
      await release();
    },
  };
}

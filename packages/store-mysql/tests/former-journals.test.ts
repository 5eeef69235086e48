/** Events and runs of a program that kept them in tables of its own. */
import { describeFormerJournals, type FormerDatabase } from "@tablewright/engine-tests";
import mysql from "mysql2/promise";
import { describe, onTestFinished } from "vitest";
import { mysqlStore } from "../src/index.ts";
import { readMysqlAddress } from "../src/mysql-options.ts";
import { ENDED, endAfter } from "./end-after.ts";
import { ask, server } from "./temporary-database.ts";

describe.skipIf(server === "")("on MariaDB", () => describeFormerJournals(make));

/** As docs/your-database.md has it: a user with rights on one database. */
async function make(): Promise<FormerDatabase> {
  const name = `former_${crypto.randomUUID().replaceAll("-", "").slice(0, 20)}`;
  await ask(`create database ${name}`);
  await ask(`create user ${name} identified by 'change me'`);
  await ask(`grant select, insert, update, delete on ${name}.* to ${name}`);
  await ask(`grant create, alter, drop, index on ${name}.* to ${name}`);
  const address = { ...readMysqlAddress(server), database: name, user: name, password: "change me" };
  const { host = "", port = 0 } = address;
  const connection = await mysql.createConnection({
    host,
    port,
    user: name,
    password: "change me",
    database: name,
  });
  await connection.query("set sql_mode = concat(@@sql_mode, ',ANSI_QUOTES,NO_BACKSLASH_ESCAPES')");
  onTestFinished(async () => {
    await connection.end();
    await ask(`drop database ${name}`);
    await ask(`drop user ${name}`);
  });
  return {
    connect: () => mysqlStore({ ...address, acceptsLoss: true, pool: 3 }),
    run: (sql) => connection.query(sql),
    tables: async () => {
      const read = await ask(
        "select table_name as name from information_schema.tables where table_schema = ?",
        [name],
      );
      return read.map((one) => String(one.name));
    },
    endAfter: (statements) => endAfter(statements, COUNTED),
    ended: ENDED,
    types: {
      sequence: "bigint auto_increment primary key",
      id: "varchar(255)",
      text: "longtext",
      waiting: "('waiting')",
      ending:
        "engine = InnoDB default character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */",
    },
    indexes: ["create index tablewright_outbox_waiting on tablewright_outbox (state(16), due_at, sequence)"],
  };
}

/** What puts tables aside, fills the new ones and drops those; with the environment variable, every statement. */
const COUNTED =
  process.env.TABLEWRIGHT_WHOLE === "1"
    ? /./u
    : /^(?:alter table .* rename |insert into "?_tablewright_|drop table )/u;

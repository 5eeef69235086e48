/** Tables of another program in a database of MariaDB. */
import {
  describeInstants,
  describeListColumns,
  describeMomentKeys,
  describeNumberKeys,
  describeSources,
  describeTextKeys,
  describeUnreadableValues,
  type SourceDatabase,
  sampleDatabases,
} from "@tablewright/store-contract/databases";
import mysql from "mysql2/promise";
import { describe } from "vitest";
import { mysqlStore } from "../src/index.ts";
import { readAddress } from "../src/mysql-options.ts";
import { ask as askServer, server, temporaryDatabase } from "./temporary-database.ts";

const sakila = sampleDatabases.find(({ name }) => name === "sakila")?.mysql ?? "";

describe.skipIf(server === "")("MariaDB", () => {
  describeSources("mysql", true, make);
  describeInstants("mysql", make);
  describeListColumns("mysql", make);
  describeNumberKeys("mysql", make);
  describeTextKeys("mysql", make);
  describeUnreadableValues("mysql", make);
  describeMomentKeys("mysql", make);
});

async function make(): Promise<SourceDatabase> {
  const { options, release } = await temporaryDatabase();
  const database = `rental_${crypto.randomUUID().replaceAll("-", "")}`;
  await askServer(`create database ${database}`);
  const { host = "", port = 0, user = "", password = "" } = readAddress(server);
  const theirs = await mysql.createConnection({
    ...{ host, port, user, password, database },
    multipleStatements: true,
    dateStrings: true,
    timezone: "Z",
  });
  await theirs.query(`set time_zone = '+00:00'; ${sakila}`);
  const ask = async (sql: string) => (await theirs.query(sql))[0] as Record<string, unknown>[];
  return {
    store: await mysqlStore(options),
    place: `${database}.`,
    ask,
    escaped: (text) => text.replaceAll("\\", "\\\\"),
    lists: {
      prepared: [],
      type: `set('red', 'light blue', 'a"b\\\\')`,
      literal: (items) => `'${items.join().replaceAll("\\", "\\\\")}'`,
      shown: "cast(colours as char)",
      show: (items) => items.join(),
    },
    looseText: "varchar(5)",
    realType: "float",
    instants: {
      type: "timestamp",
      literal: (instant) => `'${instant.slice(0, 19)}'`,
      shown: (column) => `date_format(${column}, '%Y-%m-%dT%H:%i:%sZ')`,
    },
    momentTypes: { datetime: "datetime(6)", time: "time(6)" },
    spoil:
      "set sql_mode = ''; insert into rental (inventory_id, returned_on) select inventory_id, '0000-00-00' from inventory",
    dump: async () => {
      const tables = await ask("show full tables");
      const made = [];
      for (const table of tables) made.push(await ask(`show create table ${Object.values(table)[0]}`));
      return JSON.stringify([made, await ask("select * from film order by film_id")]);
    },
    dispose: async () => {
      await theirs.query(`drop database ${database}`);
      await theirs.end();
      await release();
    },
  };
}

/** Tables of another program in a database of MariaDB. */
import {
  describeExactDigits,
  describeInstants,
  describeListColumns,
  describeMomentKeys,
  describeNumberKeys,
  describeSources,
  describeTextColumns,
  describeTextKeys,
  describeUnreadableValues,
  longDecimals,
  type SourceDatabase,
  sampleDatabases,
} from "@tablewright/engine-tests/databases";
import mysql from "mysql2/promise";
import { describe } from "vitest";
import { mysqlStore } from "../src/index.ts";
import { readMysqlAddress } from "../src/mysql-options.ts";
import { ask as askServer, server, temporaryDatabase } from "./temporary-database.ts";

const sakila = sampleDatabases.find(({ name }) => name === "sakila")?.mysql ?? "";

describe.skipIf(server === "")("MariaDB", () => {
  describeSources("mysql", true, () => make());
  describeInstants("mysql", () => make());
  describeListColumns("mysql", () => make());
  describeNumberKeys("mysql", () => make());
  describeTextKeys("mysql", () => make());
  describeTextKeys("mysql, with all characters", () => make("varchar(5) character set utf8mb4"));
  describeExactDigits("mysql", () => make());
  describeTextColumns("mysql", () => make());
  describeUnreadableValues("mysql", () => make());
  describeMomentKeys("mysql", () => make());
});

async function make(looseText = "varchar(5)"): Promise<SourceDatabase> {
  const { options, release } = await temporaryDatabase();
  const database = `rental_${crypto.randomUUID().replaceAll("-", "")}`;
  await askServer(`create database ${database}`);
  const { host = "", port = 0, user = "", password = "" } = readMysqlAddress(server);
  const theirs = await mysql.createConnection({
    ...{ host, port, user, password, database },
    multipleStatements: true,
    dateStrings: true,
    timezone: "Z",
  });
  await theirs.query(`set time_zone = '+00:00'; set sql_mode = ''; ${sakila}`);
  const ask = async (sql: string) => (await theirs.query(sql))[0] as Record<string, unknown>[];
  return {
    store: await mysqlStore(options),
    place: `${database}.`,
    ask,
    wideText: "varchar(40) character set utf8mb4",
    escaped: (text) => text.replaceAll("\\", "\\\\"),
    lists: {
      prepared: [],
      type: `set('red', 'light blue', 'a"b\\\\')`,
      literal: (items) => `'${items.join().replaceAll("\\", "\\\\")}'`,
      shown: "cast(colours as char)",
      show: (items) => items.join(),
    },
    looseText,
    textTypes: [
      { type: "int", values: ["7", "77", "-12"], texts: ["7", "77", "-12"], changed: "007" },
      {
        type: "int(4) zerofill",
        values: ["7", "77", "12345"],
        texts: ["0007", "0077", "12345"],
        changed: "7",
      },
      {
        type: "bigint unsigned",
        values: ["7", "18446744073709551615", "12"],
        texts: ["7", "18446744073709551615", "12"],
        changed: "many",
      },
      { type: "decimal(38,2)", values: ["1", LONG, "-3"], texts: ["1.00", LONG, "-3.00"], changed: "1.5" },
      { type: "double", values: ["0.1", "2.5", "-1.75"], texts: ["0.1", "2.5", "-1.75"], changed: "0.50" },
      {
        type: "date",
        values: ["'2024-01-31'", "'0000-00-00'", "'2024-02-00'"],
        texts: ["2024-01-31", "0000-00-00", "2024-02-00"],
        changed: "31.1.2024",
      },
      { type: "tinyint(1)", values: ["1", "0", "1"], texts: ["1", "0", "1"], changed: "yes" },
      { type: "bit(4)", values: ["b'101'", "b'1'", "b'11'"], texts: ["5", "1", "3"] },
      { type: "varbinary(9)", values: ["x'00ff'", "x'01'", "x'02'"], texts: ["0x00FF", "0x01", "0x02"] },
      { type: "set('a','b')", values: ["'a'", "'a,b'", "'b'"], texts: ["a", "a,b", "b"], changed: "b,a" },
    ],
    exactTypes: {
      decimal: "decimal(38,18)",
      whole: "bigint",
      large: "12345678901234567890.123456789012345678",
      larger: "12345678901234567890.123456789012345679",
      decimals: longDecimals,
    },
    oddValues: [
      {
        type: "date",
        column: "Date",
        odd: "'0000-00-00'",
        good: "'2024-02-29'",
        answer: "2024-02-29",
        expression: '"02/29/2024"',
        isBlank: true,
      },
      {
        type: "datetime",
        column: "DateTime",
        odd: "'0000-00-00 00:00:00'",
        good: "'2024-02-29 10:00:00'",
        answer: "2024-02-29T10:00:00",
        expression: '"02/29/2024 10:00:00"',
        isBlank: true,
      },
      {
        type: "date",
        column: "Date",
        odd: "'2024-02-00'",
        good: "'2024-02-29'",
        answer: "2024-02-29",
        expression: '"02/29/2024"',
      },
      {
        type: "datetime(3)",
        column: "DateTime",
        odd: "'2024-00-01 00:00:00'",
        good: "'2024-02-29 10:00:00'",
        answer: "2024-02-29T10:00:00",
        expression: '"02/29/2024 10:00:00"',
      },
      {
        type: "time",
        column: "Time",
        odd: "'-01:30:00'",
        good: "'10:00:00'",
        answer: "10:00:00",
        expression: '"10:00:00"',
      },
      {
        type: "time",
        column: "Time",
        odd: "'838:59:59'",
        good: "'10:00:00'",
        answer: "10:00:00",
        expression: '"10:00:00"',
      },
      { type: "bigint", column: "Number", odd: "9007199254740993", good: "7", answer: 7, expression: "7" },
      {
        type: "bigint unsigned",
        column: "Number",
        odd: "18446744073709551615",
        good: "7",
        answer: 7,
        expression: "7",
      },
      {
        type: "decimal(20,0)",
        column: "Number",
        odd: "12345678901234567890",
        good: "7",
        answer: 7,
        expression: "7",
      },
      { type: "tinyint(1)", column: "Yes/No", odd: "5", good: "1", answer: true, expression: "TRUE" },
    ],
    realType: "float",
    instants: {
      type: "timestamp",
      literal: (instant) => `'${instant.slice(0, 19)}'`,
      shown: (column) => `date_format(${column}, '%Y-%m-%dT%H:%i:%sZ')`,
    },
    momentTypes: { datetime: "datetime(6)", time: "time(6)" },
    spoil: "insert into rental (inventory_id, returned_on) select inventory_id, '2024-00-10' from inventory",
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

/** Numbers that no double is. */
const LONG = "123456789012345678901234.25";

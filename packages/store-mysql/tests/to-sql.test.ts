/** Conditions of the language as the WHERE of another program, in a session as a server gives it. */
import mysql from "mysql2/promise";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import {
  checkConformanceCases,
  checkRandomConditions,
  type WhereDatabase,
} from "../../store-sql/tests/where-cases.ts";

const server = inject("mysql");

describe.skipIf(server === "")("what MariaDB keeps is what the evaluator keeps", () => {
  const name = `${inject("databases")}_where`;
  let connection: mysql.Connection;
  beforeAll(async () => {
    connection = await mysql.createConnection(server);
    await connection.query(`create database ${name} character set utf8mb4`);
    await connection.query(`use ${name}`);
  });
  afterAll(async () => {
    await connection?.query(`drop database ${name}`);
    await connection?.end();
  });

  let last = "";
  const mariadb: WhereDatabase = {
    dialect: "mysql",
    fill: async (columns, rows) => {
      const declared = columns.map(({ name, type }) => `, ${name} ${type}`).join("");
      if (declared !== last) {
        await connection.query("drop temporary table if exists t");
        await connection.query(`create temporary table t (number integer${declared})`);
      }
      last = declared;
      await connection.query("delete from t");
      await connection.query("insert into t values ?", [rows.map((row, at) => [at, ...row])]);
    },
    kept: async (where, parameters) => {
      const [rows] = await connection.execute<mysql.RowDataPacket[]>(
        `select number from t where ${where} order by 1`,
        [...parameters],
      );
      return rows.map(({ number }) => Number(number));
    },
  };

  test("of every case", async () => {
    const { exact } = await checkConformanceCases(mariadb);
    expect(exact).toBeGreaterThan(200);
  });

  test("of random conditions", { timeout: 3_600_000 }, () => checkRandomConditions(mariadb));
});

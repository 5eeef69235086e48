/** Conditions of the language as the WHERE of another program, in a schema that has no function of ours. */
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  checkConformanceCases,
  checkRandomConditions,
  type WhereDatabase,
} from "../../store-sql/tests/where-cases.ts";
import { server } from "./temporary-schema.ts";

describe.skipIf(server === "")("what PostgreSQL keeps is what the evaluator keeps", () => {
  const client = new Client({ connectionString: server });
  beforeAll(() => client.connect());
  afterAll(() => client.end());

  let last = "";
  const postgres: WhereDatabase = {
    dialect: "postgres",
    fill: async (columns, rows) => {
      const declared = columns.map(({ name, type }) => `, ${name} ${type}`).join("");
      if (declared !== last)
        await client.query(
          `drop table if exists pg_temp.t; create temporary table t (number integer${declared})`,
        );
      last = declared;
      const holes = rows.map((_, row) => {
        const first = row * (columns.length + 1) + 1;
        return `($${first}::integer${columns.map(({ type }, at) => `, $${first + at + 1}::${type}`).join("")})`;
      });
      const values = rows.flatMap((row, at) => [at, ...row]);
      await client.query("delete from t");
      await client.query(`insert into t values ${holes.join(", ")}`, values);
    },
    kept: async (where, parameters) => {
      const { rows } = await client.query(`select number from t where ${where} order by 1`, [...parameters]);
      return rows.map(({ number }) => number);
    },
  };

  test("of every case", async () => {
    const { exact } = await checkConformanceCases(postgres);
    expect(exact).toBeGreaterThan(200);
  });

  test("of random conditions", { timeout: 3_600_000 }, () => checkRandomConditions(postgres));
});

/** Random plans about tables as other programs make them in PostgreSQL, against the evaluator. */
import { describeForeignKeys, describeForeignPlans } from "@tablewright/engine-tests/databases";
import { Client } from "pg";
import { describe } from "vitest";
import { postgresStore } from "../src/index.ts";
import { foreignTables, foreignTypes } from "./foreign-tables.ts";
import { server, temporarySchema } from "./temporary-schema.ts";

const schema = `things_${crypto.randomUUID().replaceAll("-", "")}`;

describe.skipIf(server === "")("PostgreSQL", () => {
  describeForeignPlans("postgres", foreignTables(`${schema}.`), make);
  describeForeignKeys("postgres", foreignTables(`${schema}.`), make);
});

async function make() {
  const { options, release } = temporarySchema();
  const theirs = new Client({ connectionString: server });
  await theirs.connect();
  await theirs.query(`create schema ${schema}`);
  for (const statement of foreignTypes(`${schema}.`)) await theirs.query(statement);
  return {
    store: await postgresStore(options),
    place: `${schema}.`,
    ask: async (sql: string) => (await theirs.query(sql)).rows as Record<string, unknown>[],
    dispose: async () => {
      await theirs.query(`drop schema ${schema} cascade`);
      await theirs.end();
      await release();
    },
  };
}

/** One server for all tests of the package, given to them as the address they inject: the one named by the environment, or our own. */
import { isTested } from "@tablewright/tooling/is-tested";
import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { startServer } from "./embedded-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the tests' server is; empty where there is none. */
    postgres: string;
    /** How the names of this run's schemas begin. */
    schemas: string;
  }
}

export default async function provideServer(
  project: TestProject,
): Promise<(() => Promise<void>) | undefined> {
  if (!isTested(project, "store-postgres")) return undefined;
  const schemas = `test_${process.pid}_${Date.now()}`;
  project.provide("schemas", schemas);
  const given = process.env.TABLEWRIGHT_TEST_POSTGRES;
  if (given !== undefined) {
    project.provide("postgres", given);
    return () => dropSchemas(given, schemas);
  }
  try {
    const server = await startServer();
    project.provide("postgres", server.url);
    return () => server.stop();
  } catch (error) {
    process.stderr.write(`The tests on PostgreSQL are skipped. ${String(error)}\n`);
    project.provide("postgres", "");
    return undefined;
  }
}

async function dropSchemas(url: string, beginning: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("select nspname from pg_namespace where nspname ^@ $1", [beginning]);
  for (const { nspname } of rows) await client.query(`drop schema "${nspname}" cascade`);
  await client.end();
}

/** Events and runs of a program that kept them in tables of its own. */
import { describeFormerJournals, type FormerDatabase } from "@tablewright/engine-tests";
import { describe, onTestFinished } from "vitest";
import { postgresStore } from "../src/index.ts";
import { ENDED, endAfter } from "./end-after.ts";
import { ask, server } from "./temporary-schema.ts";

describe.skipIf(server === "")("on PostgreSQL", () => describeFormerJournals(make));

/** As docs/your-database.md has it: a schema that belongs to a role of its own. */
async function make(): Promise<FormerDatabase> {
  const name = `former_${crypto.randomUUID().replaceAll("-", "")}`;
  await ask(`create role ${name} login password 'change me'; create schema ${name} authorization ${name}`);
  onTestFinished(async () => {
    await ask(`drop schema ${name} cascade; drop role ${name}`);
  });
  const connectionString = Object.assign(new URL(server), { username: name, password: "change me" }).href;
  return {
    connect: () => postgresStore({ connectionString, schema: name, acceptsLoss: true, max: 3 }),
    run: (sql) => ask(`set role ${name}; set search_path to ${name}; ${sql}; reset role; reset search_path`),
    tables: async () => {
      const read = await ask("select tablename from pg_tables where schemaname = $1", [name]);
      return read.map(({ tablename }) => String(tablename));
    },
    endAfter,
    ended: ENDED,
    types: {
      sequence: "bigint generated always as identity primary key",
      id: 'text collate "C"',
      text: 'text collate "C"',
      waiting: "'waiting'",
      ending: "",
    },
    indexes: [
      "create index tablewright_outbox_waiting on tablewright_outbox (sequence, due_at) where state = 'waiting'",
      "create index tablewright_outbox_failed on tablewright_outbox (sequence) where state = 'failed'",
    ],
  };
}

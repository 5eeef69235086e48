/** What a role of PostgreSQL needs, as docs/your-database.md says it. */
import { Client, type QueryResult } from "pg";
import { describe } from "vitest";
import { describeRights, type RightsPlace } from "../../cli/tests/describe-rights.ts";
import { ask, server } from "./temporary-schema.ts";

describe.skipIf(server === "")("a role of PostgreSQL", () => describeRights(0, make));

async function make(): Promise<RightsPlace> {
  const name = `rights_${crypto.randomUUID().replaceAll("-", "")}`;
  await ask(`create database ${name} template template0 encoding 'UTF8'`);
  const url = Object.assign(new URL(server), { pathname: `/${name}` });
  let owner: Client | undefined = new Client({ connectionString: url.href });
  await owner.connect();
  await owner.query("create table public.notes (id integer primary key, note text)");
  const address = (username: string, password: string) => {
    const own = Object.assign(new URL(url), { username, password });
    own.searchParams.set("accepts_loss", "true");
    return own.href;
  };
  return {
    run: async (sql) => {
      if (owner === undefined) return ask(sql);
      const answers: QueryResult[] | QueryResult = await owner.query(sql);
      return Array.isArray(answers) ? (answers.at(-1)?.rows ?? []) : answers.rows;
    },
    address,
    makeKeeper: async (user) => {
      await owner?.query(`create role ${user} login password 'change me'; create schema tablewright authorization ${user};
        grant usage on schema public to ${user}; grant select on all tables in schema public to ${user}`);
      return address(user, "change me");
    },
    place: "public.",
    read: ["--schema", "public"],
    made:
      "select nspname::text as name from pg_namespace union all select relname::text from pg_class " +
      "union all select proname::text from pg_proc order by 1",
    dispose: async () => {
      await owner?.end();
      owner = undefined;
      await ask(`drop database ${name} with (force)`);
    },
  };
}

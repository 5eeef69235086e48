/** What a user of MariaDB needs, as docs/your-database.md says it. */
import { describe } from "vitest";
import { describeRights, type RightsPlace } from "../../cli/tests/describe-rights.ts";
import { ask, server } from "./temporary-database.ts";

describe.skipIf(server === "")("a user of MariaDB", () => describeRights(2, make));

async function make(): Promise<RightsPlace> {
  const name = `rights_${crypto.randomUUID().replaceAll("-", "")}`;
  await ask(`create database ${name}`);
  await ask(`create table ${name}.notes (id integer primary key, note text)`);
  const address = (username: string, password: string, database = name) => {
    const url = Object.assign(new URL(server), { pathname: `/${database}`, username, password });
    url.searchParams.set("accepts_loss", "true");
    return url.href;
  };
  return {
    run: async (sql) => {
      let rows: readonly object[] = [];
      for (const statement of sql.split(";").filter((one) => one.trim() !== ""))
        rows = await ask(statement.replaceAll("shop.", `${name}.`));
      return rows;
    },
    address,
    makeKeeper: async (user) => {
      await ask(`create database ${name}_own`);
      await ask(`create user ${user} identified by 'change me'`);
      await ask(`grant all on ${name}_own.* to ${user}`);
      await ask(`grant select on ${name}.* to ${user}`);
      return address(user, "change me", `${name}_own`);
    },
    place: `${name}.`,
    read: [],
    made: `select table_name as name from information_schema.tables where table_schema = '${name}' order by 1`,
    dispose: async () => {
      for (const one of [name, `${name}_own`]) await ask(`drop database if exists ${one}`);
    },
  };
}

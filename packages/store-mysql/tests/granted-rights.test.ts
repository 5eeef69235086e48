/** What a user of MariaDB needs, as docs/your-database.md says it. */
import { describe } from "vitest";
import { describeRights, type RightsPlace } from "../../cli/tests/describe-rights.ts";
import { ask, server } from "./temporary-database.ts";

describe.skipIf(server === "")("a user of MariaDB", () => describeRights(2, make));

async function make(): Promise<RightsPlace> {
  const name = `rights_${crypto.randomUUID().replaceAll("-", "")}`;
  await ask(`create database ${name}`);
  await ask(`create table ${name}.notes (id integer primary key, note text)`);
  return {
    run: async (sql) => {
      let rows: readonly object[] = [];
      for (const statement of sql.split(";").filter((one) => one.trim() !== ""))
        rows = await ask(statement.replaceAll("shop.", `${name}.`));
      return rows;
    },
    address: (username, password) => {
      const address = Object.assign(new URL(server), { pathname: `/${name}`, username, password });
      address.searchParams.set("accepts_loss", "true");
      return address.href;
    },
    place: `${name}.`,
    read: [],
    made: `select table_name as name from information_schema.tables where table_schema = '${name}' order by 1`,
    dispose: async () => void (await ask(`drop database ${name}`)),
  };
}

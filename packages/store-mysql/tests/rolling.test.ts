/** Servers of one database that are replaced by those of a later definition. */
import { test } from "vitest";
import { rollServers } from "../../cli/tests/rolling/roll-servers.ts";
import { server, temporaryDatabase } from "./temporary-database.ts";

// Galera, PostgreSQL and SQLite always run the same.
test.skipIf(server === "" || process.env.TABLEWRIGHT_WHOLE !== "1")(
  "no row is without its values after servers were replaced under load",
  async () => {
    const { options, release } = await temporaryDatabase();
    await rollServers(new URL(`/${options.database}?accepts_loss=true`, server).href);
    await release();
  },
);

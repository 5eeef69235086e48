/** Live Selectors of two servers over one database of MariaDB: what their readers have is what a Find answers. */
import { describeLiveServers } from "@tablewright/engine-tests";
import { describe } from "vitest";
import { mysqlStore } from "../src/index.ts";
import { server, temporaryDatabase } from "./temporary-database.ts";

describe.skipIf(server === "")("over MariaDB", () => {
  describeLiveServers(async () => {
    const { options, release } = await temporaryDatabase();
    const stores = [await mysqlStore(options), await mysqlStore(options)] as const;
    const dispose = async () => {
      for (const store of stores) await store.close();
      await release();
    };
    return { stores, dispose };
  });
});

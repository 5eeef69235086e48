/** Live Selectors of two servers over one database: what their readers have is what a Find answers. */
import { describeLiveServers } from "@tablewright/engine-tests";
import { describe } from "vitest";
import { postgresStore } from "../src/index.ts";
import { server, temporarySchema } from "./temporary-schema.ts";

describe.skipIf(server === "")("over PostgreSQL", () => {
  describeLiveServers(async () => {
    const { options, release } = temporarySchema();
    const stores = [await postgresStore(options), await postgresStore(options)] as const;
    const dispose = async () => {
      for (const store of stores) await store.close();
      await release();
    };
    return { stores, dispose };
  });
});

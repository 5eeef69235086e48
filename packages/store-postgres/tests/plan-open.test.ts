/** What opening a schema would do, told beforehand. */
import { describeEngineMigrations } from "@tablewright/engine-tests";
import { describeMigrations } from "@tablewright/store-contract";
import { describe } from "vitest";
import { postgresStore } from "../src/index.ts";
import { contentsOf } from "./contents-of.ts";
import { server, temporarySchema } from "./temporary-schema.ts";

describe.skipIf(server === "")("PostgreSQL", () => {
  const make = async () => {
    const { options, release } = temporarySchema();
    const store = await postgresStore(options);
    const dispose = async () => {
      await store.close();
      await release();
    };
    return { store, contents: () => contentsOf(String(options.schema)), dispose };
  };
  describeMigrations("PostgreSQL", make);
  // The engine's part is decided over SQLite, whose tables change in a transaction as well.
  if (process.env.TABLEWRIGHT_WHOLE === "1") describeEngineMigrations(make);
});

import type { Opening, Store, StoredTable } from "@tablewright/core/storage";
import { onTestFinished } from "vitest";
import { postgresStore } from "../src/index.ts";
import { temporarySchema } from "./temporary-schema.ts";

/** Opens stores in one schema, as processes do that start one after another or together; all are closed when the test has finished. */
export function openInSchema() {
  const { options, release } = temporarySchema();
  const stores: Store[] = [];
  onTestFinished(async () => {
    for (const store of stores) await store.close();
    await release();
  });
  const open = async (tables: readonly StoredTable[], opening: Opening = {}): Promise<Store> => {
    const store = await postgresStore(options);
    stores.push(store);
    await store.open(tables, opening);
    return store;
  };
  return { schema: String(options.schema), open };
}

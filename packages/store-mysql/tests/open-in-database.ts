import type { Opening, Store, StoredTable } from "@tablewright/core/storage";
import { onTestFinished } from "vitest";
import { mysqlStore } from "../src/index.ts";
import { temporaryDatabase } from "./temporary-database.ts";

/** Opens stores on one database, as processes do that start one after another or together; all are closed when the test has finished. */
export async function openInDatabase() {
  const { options, release } = await temporaryDatabase();
  const stores: Store[] = [];
  onTestFinished(async () => {
    for (const store of stores) await store.close();
    await release();
  });
  const open = async (tables: readonly StoredTable[], opening: Opening = {}): Promise<Store> => {
    const store = await mysqlStore(options);
    stores.push(store);
    await store.open(tables, opening);
    return store;
  };
  return { database: String(options.database), open };
}

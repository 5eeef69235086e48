/** A fresh store on the tests' server, as the contract takes it. */
import type { MakeStore, StoreUnderTest } from "@tablewright/store-contract";
import { type PostgresOptions, postgresStore } from "../src/index.ts";
import { temporarySchema } from "./temporary-schema.ts";
import { trapHiddenCells } from "./trap-hidden-cells.ts";

export const makeStore: MakeStore = () => makeStoreWith({});

/** One whose options differ from those of the other tests' stores. */
export async function makeStoreWith(other: PostgresOptions): Promise<StoreUnderTest> {
  const { options: plain, release } = temporarySchema();
  const options = { ...plain, ...other };
  let store = await postgresStore(options);
  let isTrapped = false;
  return {
    store,
    reopen: async () => {
      await store.close();
      store = await postgresStore(options);
      return store;
    },
    trapHiddenCells: async () => {
      isTrapped = true;
      await trapHiddenCells(String(options.schema));
    },
    dispose: async () => {
      await store.close();
      if (!isTrapped) await release(); // No other test shall have the functions.
    },
  };
}

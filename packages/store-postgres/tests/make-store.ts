/** A fresh store on the tests' server, as the contract takes it. */
import type { Store } from "@tablewright/core/storage";
import type { MakeFencedStore } from "@tablewright/engine-tests";
import { Client } from "pg";
import { type PostgresOptions, postgresStore } from "../src/index.ts";
import { LastingClient } from "./lasting-client.ts";
import { temporarySchema } from "./temporary-schema.ts";
import { trapHiddenCells } from "./trap-hidden-cells.ts";

export const makeStore: MakeFencedStore = (contents) => makeStoreWith({ Client: LastingClient }, contents);

/** One whose options differ from those of the other tests' stores. */
export async function makeStoreWith(other: PostgresOptions, contents?: string): ReturnType<MakeFencedStore> {
  const { options: plain, noteTables, release } = temporarySchema(contents);
  const options = { ...plain, ...other };
  let store = await postgresStore(options);
  let isTrapped = false;
  const { open } = store;
  const noting: Store = {
    ...store,
    open: async (tables, opening) => {
      await open(tables, opening);
      await noteTables();
    },
  };
  return {
    store: noting,
    reopen: async () => {
      await store.close();
      store = await postgresStore({ ...options, Client }); // how a store begins and ends is under test
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

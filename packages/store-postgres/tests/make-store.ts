/** A fresh store on the tests' server, as the contract takes it. */
import type { MakeStore } from "@tablewright/store-contract";
import { postgresStore } from "../src/index.ts";
import { temporarySchema } from "./temporary-schema.ts";

export const makeStore: MakeStore = async () => {
  const { options, release } = temporarySchema();
  let store = await postgresStore(options);
  return {
    store,
    reopen: async () => {
      await store.close();
      store = await postgresStore(options);
      return store;
    },
    dispose: async () => {
      await store.close();
      await release();
    },
  };
};

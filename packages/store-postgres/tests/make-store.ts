/** A fresh store on the tests' server, as the contract takes it. */
import type { MakeStore } from "@tablewright/store-contract";
import { postgresStore } from "../src/index.ts";
import { temporarySchema } from "./temporary-schema.ts";
import { trapHiddenCells } from "./trap-hidden-cells.ts";

export const makeStore: MakeStore = async () => {
  const { options, release } = temporarySchema();
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
};

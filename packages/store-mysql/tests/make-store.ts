/** A fresh store on the tests' server, as the contract takes it. */
import type { Store } from "@tablewright/core/storage";
import type { MakeFencedStore } from "@tablewright/engine-tests";
import { mysqlStore } from "../src/index.ts";
import { temporaryDatabase } from "./temporary-database.ts";
import { trapHiddenCells } from "./trap-hidden-cells.ts";

export const makeStore: MakeFencedStore = async (contents) => {
  const { options, noteTables, release } = await temporaryDatabase(contents);
  let store = await mysqlStore(options);
  let releaseTraps: (() => void) | undefined;
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
      store = await mysqlStore(options);
      return store;
    },
    trapHiddenCells: async () => {
      releaseTraps = await trapHiddenCells(options.database);
    },
    dispose: async () => {
      await store.close();
      releaseTraps?.();
      if (releaseTraps === undefined) await release(); // No other test shall have the functions.
    },
  };
};

/** The contract of stores and of the engine, on files. */
import { describeEngine, describeStore } from "@tablewright/store-contract";
import { sqliteStore } from "../src/index.ts";
import { temporaryFile } from "./temporary-file.ts";

const make = async () => {
  const { file, remove } = temporaryFile();
  let store = sqliteStore(file);
  return {
    store,
    reopen: async () => {
      await store.close();
      store = sqliteStore(file);
      return store;
    },
    dispose: async () => {
      await store.close();
      remove();
    },
  };
};

describeStore("sqlite", make, { pushed: 0.85 });
describeEngine("sqlite", make, { effort: 0.5 });

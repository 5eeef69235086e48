/** The store of docs/writing-a-store.md passes the contract, and the engine answers over it as over every other store. */
import { describeEngine } from "@tablewright/engine-tests";
import { describeStore } from "@tablewright/store-contract";
import { temporaryFile } from "../temporary-file.ts";
import { ownStore } from "./own-store.ts";

/** The environment variable asks for the whole contract: as `own` only here, as 1 on every store. */
const isWhole = ["own", "1"].includes(process.env.TABLEWRIGHT_WHOLE ?? "");

const make = async () => {
  const { file, remove } = temporaryFile();
  let store = ownStore(file, "off");
  return {
    store,
    reopen: async () => {
      await store.close();
      store = ownStore(file, "off");
      return store;
    },
    dispose: async () => {
      await store.close();
      remove();
    },
  };
};

describeStore("own", make, { pushed: 0.3, isWhole });
if (isWhole)
  describeEngine("own", make, { effort: 0.05, suites: "of SQL", joinsTexts: false, readsObjects: false });

/** The contract of stores and of the engine, on files. */
import { describeEngine } from "@tablewright/engine-tests";
import { describeStore } from "@tablewright/store-contract";
import { sqliteStore } from "../src/index.ts";
import { temporaryFile } from "./temporary-file.ts";
import { buildTrap } from "./trap-hidden-cells.ts";

/** The environment variable asks for all suites; memory has them always. */
const suites = process.env.TABLEWRIGHT_WHOLE === "1" ? "all" : "of SQL";

const trap = buildTrap();

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
    trapHiddenCells: async () => trap.arm(),
    dispose: async () => {
      trap.disarm();
      await store.close();
      remove();
    },
  };
};

describeStore("sqlite", make, { pushed: 0.75, grouped: 0.5 });
describeEngine("sqlite", make, { effort: 0.25, suites });

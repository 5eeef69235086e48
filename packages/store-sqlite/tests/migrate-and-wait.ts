/** Begins to migrate the file that is named to it, says so when all is done but the commit, and waits to be killed. */
import { setTimeout } from "node:timers/promises";
import { sqliteStore } from "../src/index.ts";
import { after } from "./interrupted-tables.ts";

const [, , file = ""] = process.argv;
const store = sqliteStore(file);
await store.open(after, {
  migration: { drops: true, converting: () => String },
  fill: async (transaction) => {
    await transaction.update("Parcels", [["1", "filled", "new"]]);
    process.stdout.write("changed\n");
    await setTimeout(60_000);
  },
});

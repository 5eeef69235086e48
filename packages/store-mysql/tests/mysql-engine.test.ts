/** The contract of the engine over a store, on MariaDB: its fence always, and the rest, which takes a minute, where it is asked for. */
import { describeEngine, describeFence, runsWholeEngine } from "@tablewright/store-contract";
import { describe } from "vitest";
import { makeStore } from "./make-store.ts";
import { server } from "./temporary-database.ts";

describe.skipIf(server === "")("MariaDB", () => {
  if (runsWholeEngine("mysql")) describeEngine("mysql", makeStore, { effort: 0.1, joinsTexts: false });
  else describeFence(makeStore);
});

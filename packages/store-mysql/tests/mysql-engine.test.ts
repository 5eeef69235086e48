/**
 * The contract of the engine over a store, on MariaDB: its fence, objects and events always, and the rest, which
 * takes a minute, where it is asked for.
 */
import {
  describeEngine,
  describeFence,
  describeJson,
  describeObjectConditions,
  describeOutbox,
  describeOutboxHistories,
} from "@tablewright/engine-tests";
import { describe } from "vitest";
import { makeStore } from "./make-store.ts";
import { server } from "./temporary-database.ts";

const isWhole = process.env.TABLEWRIGHT_WHOLE === "1";

describe.skipIf(server === "")("MariaDB", () => {
  if (isWhole) describeEngine("mysql", makeStore, { effort: 0.1, joinsTexts: false });
  else {
    describeFence(makeStore);
    describeObjectConditions(makeStore, true, false);
    describeJson(makeStore);
    describeOutbox(makeStore);
    describeOutboxHistories(makeStore);
  }
});

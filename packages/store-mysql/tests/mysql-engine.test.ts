/** The contract of the engine over a store, on MariaDB. */
import { describeEngine } from "@tablewright/store-contract";
import { describe } from "vitest";
import { makeStore } from "./make-store.ts";
import { server } from "./temporary-database.ts";

/** The environment variable asks for all of it. */
const isWhole = process.env.TABLEWRIGHT_WHOLE === "1";

describe.skipIf(server === "")("MariaDB", () => {
  describeEngine("mysql", makeStore, { effort: 0.1, isWhole, joinsTexts: false });
});

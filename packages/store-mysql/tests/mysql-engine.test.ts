/** What the engine answers over a store on MariaDB. */
import { describeEngine } from "@tablewright/engine-tests";
import { describe } from "vitest";
import { makeStore } from "./make-store.ts";
import { server } from "./temporary-database.ts";

/** The environment variable asks for all suites; memory has them always. */
const suites = process.env.TABLEWRIGHT_WHOLE === "1" ? "all" : "of the database";

describe.skipIf(server === "")("MariaDB", () => {
  describeEngine("mysql", makeStore, { effort: 0.03, suites, joinsTexts: false, indexesFields: false });
});

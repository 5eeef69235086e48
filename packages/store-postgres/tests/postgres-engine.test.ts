/** What the engine answers over a store on PostgreSQL. */
import { describeEngine } from "@tablewright/engine-tests";
import { describe } from "vitest";
import { makeStore } from "./make-store.ts";
import { server } from "./temporary-schema.ts";

/** The environment variable asks for all suites; memory has them always. */
const suites = process.env.TABLEWRIGHT_WHOLE === "1" ? "all" : "of the database";

describe.skipIf(server === "")("PostgreSQL", () => {
  describeEngine("postgres", makeStore, { effort: 0.1, suites });
});

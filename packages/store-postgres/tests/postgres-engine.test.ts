/** The contract of the engine over a store, on PostgreSQL. */
import { describeEngine } from "@tablewright/engine-tests";
import { describe } from "vitest";
import { makeStore } from "./make-store.ts";
import { server } from "./temporary-schema.ts";

/** The environment variable asks for those as well whose answers no store decides; memory has them always. */
const isWhole = process.env.TABLEWRIGHT_WHOLE === "1";

describe.skipIf(server === "")("PostgreSQL", () => {
  describeEngine("postgres", makeStore, { effort: 0.1, isWhole });
});

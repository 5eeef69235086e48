/** The contract of the engine over a store, on PostgreSQL. */
import { describeEngine } from "@tablewright/store-contract";
import { describe } from "vitest";
import { makeStore } from "./make-store.ts";
import { server } from "./temporary-schema.ts";

describe.skipIf(server === "")("PostgreSQL", () => {
  describeEngine("postgres", makeStore, { effort: 0.1 });
});

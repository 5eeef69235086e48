/** The contract of stores, on PostgreSQL. */
import { describeLongRows, describeStore } from "@tablewright/store-contract";
import { describe } from "vitest";
import { makeStore } from "./make-store.ts";
import { server } from "./temporary-schema.ts";

describe.skipIf(server === "")("PostgreSQL", () => {
  describeStore("postgres", makeStore, { grouped: 0.5 });
  describeLongRows(makeStore, 18 * 2 ** 20);
});

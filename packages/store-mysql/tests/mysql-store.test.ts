/** The contract of stores, on MariaDB. */
import { describeLongRows, describeStore } from "@tablewright/store-contract";
import { describe } from "vitest";
import { makeStore } from "./make-store.ts";
import { server } from "./temporary-database.ts";

describe.skipIf(server === "")("MariaDB", () => {
  describeStore("mysql", makeStore, { pushed: 0.2, grouped: 0.1 });
  describeLongRows(makeStore, 15 * 2 ** 20);
});

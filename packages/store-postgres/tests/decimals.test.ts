/** Decimals on the real server are those on paper. */
import { describe } from "vitest";
import { describeDecimals } from "../../core/conformance/describe-decimals.ts";
import { makeStore } from "./make-store.ts";
import { server } from "./temporary-schema.ts";

describe.skipIf(server === "")("PostgreSQL", () => {
  describeDecimals("postgres", makeStore, ["Difference", "Balance", "Settled", "Reduced", "Left", "Rest"]);
});

/** What lasts asks again who may see it, over PostgreSQL. */
import { describe } from "vitest";
import { describeLasting } from "../../http/tests/rights/describe-lasting.ts";
import { makeStore } from "./make-store.ts";
import { server } from "./temporary-schema.ts";

describe.skipIf(server === "")("PostgreSQL", () => describeLasting(makeStore));

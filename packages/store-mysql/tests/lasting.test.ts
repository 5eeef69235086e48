/** What lasts asks again who may see it, over MariaDB. */
import { describe } from "vitest";
import { describeLasting } from "../../http/tests/rights/describe-lasting.ts";
import { makeStore } from "./make-store.ts";
import { server } from "./temporary-database.ts";

describe.skipIf(server === "")("MariaDB", () => describeLasting(makeStore));

import { describe } from "vitest";
import { describeFlows } from "../../console/tests/browser/describe-flows.ts";
import { postgresStore } from "../src/index.ts";
import { server, temporarySchema } from "./temporary-schema.ts";

// The same flows over SQLite are always run.
describe.skipIf(server === "" || process.env.TABLEWRIGHT_WHOLE !== "1")("the console", () =>
  describeFlows("PostgreSQL", () => postgresStore(temporarySchema().options)),
);

import { describe } from "vitest";
import { describeFlows } from "../../console/tests/browser/describe-flows.ts";
import { postgresStore } from "../src/index.ts";
import { server, temporarySchema } from "./temporary-schema.ts";

describe.skipIf(server === "")("the console", () =>
  describeFlows("PostgreSQL", () => postgresStore(temporarySchema().options)),
);

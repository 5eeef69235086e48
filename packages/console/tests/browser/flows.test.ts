import { sqliteStore } from "@tablewright/store-sqlite";
import { describeFlows } from "./describe-flows.ts";

describeFlows("SQLite", async () => sqliteStore(":memory:"));

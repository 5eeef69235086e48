/** A process that takes part in a test of several on one database. */
import { takePart } from "@tablewright/engine-tests/take-part";
import { postgresStore } from "../src/index.ts";

await takePart(postgresStore, process.argv.slice(2));

/** A process that takes part in a test of several on one database. */
import { takePart } from "@tablewright/store-contract/histories";
import { postgresStore } from "../src/index.ts";

await takePart(postgresStore, process.argv.slice(2));

/** A process that takes part in a test of several on one database. */
import { takePart } from "@tablewright/engine-tests/take-part";
import { mysqlStore } from "../src/index.ts";

await takePart(mysqlStore, process.argv.slice(2));

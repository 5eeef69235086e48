/** A process that takes part in a test of several on one database. */
import { takePart } from "@tablewright/store-contract/histories";
import { mysqlStore } from "../src/index.ts";

await takePart(mysqlStore, process.argv.slice(2));

/** A process that adds numbered rows, and prints the numbers. */
import { receiptsOver, takeNumbers } from "@tablewright/store-contract/histories";
import { postgresStore } from "../src/index.ts";

const [connectionString = "", schema = "", calls = "0"] = process.argv.slice(2);
const engine = await receiptsOver(await postgresStore({ connectionString, schema, acceptsLoss: true }));
process.stdout.write(JSON.stringify(await takeNumbers(engine, Number(calls))));
await engine.close();

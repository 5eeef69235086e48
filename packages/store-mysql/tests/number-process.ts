/** A process that adds numbered rows, and prints the numbers. */
import { receiptsOver, takeNumbers } from "@tablewright/store-contract/histories";
import { mysqlStore } from "../src/index.ts";

const [url = "", calls = "0"] = process.argv.slice(2);
const engine = await receiptsOver(await mysqlStore(`${url}?accepts_loss=true`));
process.stdout.write(JSON.stringify(await takeNumbers(engine, Number(calls))));
await engine.close();

/** A program that inserts batch after batch into the file named and says of each that it is done, until it is killed. */
import { writeSync } from "node:fs";
import { sqliteStore } from "../src/index.ts";
import { batches, batchOf } from "./batches.ts";

const store = sqliteStore(process.argv[2] ?? "");
await store.open([batches]);
for (let number = Number(process.argv[3]); ; number++) {
  await store.write((transaction) => transaction.insert("Batches", batchOf(number)));
  writeSync(1, `${number}\n`);
}

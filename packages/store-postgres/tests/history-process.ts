/** A process that writes to the lists of a history, and prints what its transactions have read and appended. */

import { lists, makeHistory } from "@tablewright/store-contract/histories";
import { postgresStore } from "../src/index.ts";

const [connectionString = "", schema = "", process_ = "0", transactions = "0"] = process.argv.slice(2);
const store = await postgresStore({ connectionString, schema, acceptsLoss: true });
await store.open([lists]);
const clients = [0, 1].map((client) =>
  makeHistory(store, {
    client: Number(process_) * 2 + client,
    transactions: Math.ceil(Number(transactions) / 2),
    random: Math.random,
  }),
);
const history = (await Promise.all(clients)).flat();
await store.close();
process.stdout.write(JSON.stringify(history));

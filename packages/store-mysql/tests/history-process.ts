/** A process that writes to the lists of a history, and prints what its transactions have read and appended. */
import type { Store } from "@tablewright/core/storage";
import { type ListTransaction, lists, makeHistory } from "@tablewright/store-contract/histories";
import { mysqlStore } from "../src/index.ts";

const [url = "", process_ = "0", transactions = "0"] = process.argv.slice(2);
const history: ListTransaction[] = [];
const each = 100;
for (let done = 0; done < Number(transactions); done += each) {
  // Opened again and again: what a node does while a connection is young differs.
  const store: Store = await mysqlStore(`${url}?accepts_loss=true`);
  await store.open([lists]);
  const clients = [0, 1].map((client) =>
    makeHistory(store, {
      client: (done / each) * 16 + Number(process_) * 2 + client,
      transactions: each / 2,
      random: Math.random,
    }),
  );
  for (const part of await Promise.all(clients)) history.push(...part);
  await store.close();
}
process.stdout.write(JSON.stringify(history));

import type { Store } from "@tablewright/core/storage";
import type { ListTransaction } from "./list-history.ts";
import { lists } from "./list-history.ts";
import { makeHistory } from "./make-history.ts";
import { receiptsOver, takeNumbers } from "./take-numbers.ts";

/**
 * What a process does that takes part in a test of several, and prints as JSON: `history ADDRESS PROCESS TRANSACTIONS` writes to
 * lists, `numbers ADDRESS CALLS` adds numbered rows.
 */
export async function takePart(
  openStore: (address: string) => Promise<Store>,
  [task = "", address = "", ...counts]: readonly string[],
): Promise<void> {
  const work = TASKS[task];
  if (work === undefined) throw new Error(`There is no task "${task}".`);
  const done = await work(() => openStore(address), counts.map(Number));
  process.stdout.write(JSON.stringify(done));
}

type Task = (openStore: () => Promise<Store>, counts: readonly number[]) => Promise<readonly unknown[]>;

const TASKS: Readonly<Record<string, Task>> = {
  async history(openStore, [part = 0, transactions = 0]) {
    const history: ListTransaction[] = [];
    for (let done = 0; done < transactions; done += TRANSACTIONS) {
      // Opened again and again: what a node does while a connection is young differs.
      const store = await openStore();
      await store.open([lists]);
      const clients = [0, 1].map((client) =>
        makeHistory(store, {
          client: (done / TRANSACTIONS) * 16 + part * 2 + client,
          transactions: TRANSACTIONS / 2,
          random: Math.random,
        }),
      );
      for (const part of await Promise.all(clients)) history.push(...part);
      await store.close();
    }
    return history;
  },
  async numbers(openStore, [calls = 0]) {
    const engine = await receiptsOver(await openStore());
    const numbers = await takeNumbers(engine, calls);
    await engine.close();
    return numbers;
  },
};

/** With one opening of a store. */
const TRANSACTIONS = 100;

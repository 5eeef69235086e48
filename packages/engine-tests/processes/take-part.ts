import { once } from "node:events";
import type { Store } from "@tablewright/core/storage";
import { counters, type ListTransaction, lists, makeHistory } from "@tablewright/store-contract/histories";
import { receiptsOver, takeNumbers } from "./take-numbers.ts";

/**
 * What a process does that takes part in a test of several, and prints as JSON: `history ADDRESS PROCESS TRANSACTIONS` writes to
 * lists, `numbers ADDRESS CALLS` adds numbered rows, `hold ADDRESS beside|alone` says that it is in the middle of a write, and goes on
 * when it is sent something.
 */
export async function takePart(
  openStore: (address: string) => Promise<Store>,
  [task = "", address = "", ...parameters]: readonly string[],
): Promise<void> {
  const work = TASKS[task];
  if (work === undefined) throw new Error(`There is no task "${task}".`);
  const done = await work(() => openStore(address), parameters);
  process.stdout.write(JSON.stringify(done));
}

type Task = (openStore: () => Promise<Store>, parameters: readonly string[]) => Promise<unknown>;

const TASKS: Readonly<Record<string, Task>> = {
  async history(openStore, parameters) {
    const [part = 0, transactions = 0] = parameters.map(Number);
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
  async numbers(openStore, [calls]) {
    const engine = await receiptsOver(await openStore());
    const numbers = await takeNumbers(engine, Number(calls));
    await engine.close();
    return numbers;
  },
  async hold(openStore, [how]) {
    const store = await openStore();
    await store.open([counters]);
    let runs = 0;
    const held = store.write(
      async (transaction) => {
        const [row] = await transaction.getByKeys("Counters", [["a"]]);
        await transaction.update("Counters", [["a", Number(row?.[1]) + 1]]);
        if (runs++ > 0) return;
        process.stdout.write("held\n");
        await once(process.stdin, "data");
      },
      { exclusive: how === "alone" },
    );
    const outcome = await held.then(
      () => "done",
      (error: { code?: unknown }) => error.code,
    );
    await store.close();
    return outcome;
  },
};

/** With one opening of a store. */
const TRANSACTIONS = 100;

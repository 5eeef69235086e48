import type { RowReader, Store } from "@tablewright/core/storage";
import { InjectedFailure } from "./injected-failure.ts";

export interface FailingStore extends Store {
  /** Calls made so far; a test has tried every error when a whole run stays below `failAt`. */
  readonly calls: number;
}

/**
 * The store with its call number `failAt`, from 1, rejected before it does anything. Every call of the port counts, on
 * the store and on its transactions; a write counts when it begins and once more when it is about to commit.
 */
export function failingStore(store: Store, failAt: number): FailingStore {
  let calls = 0;
  const count = (what: string) => {
    calls++;
    if (calls === failAt) throw new InjectedFailure(calls, what);
  };
  return {
    name: store.name,
    get calls() {
      return calls;
    },
    async open(tables, opening) {
      count("open");
      return store.open(tables, opening);
    },
    async read(work) {
      count("read");
      return store.read((transaction) => work(counted(transaction, READS, count)));
    },
    async write(work, use) {
      count("write");
      return store.write(async (transaction) => {
        const answer = await work(counted(transaction, WRITES, count));
        count("commit");
        return answer;
      }, use);
    },
    async close() {
      count("close");
      return store.close();
    },
  };
}

type Count = (what: string) => void;

const READS = ["find", "getByKeys"] as const;

const WRITES = [...READS, "insert", "update", "delete"] as const;

/** These calls of a transaction, each counted before it is made. */
function counted<Transaction extends RowReader, Name extends string & keyof Transaction>(
  transaction: Transaction,
  names: readonly Name[],
  count: Count,
): Pick<Transaction, Name> {
  const calls = names.map((name) => {
    const call = transaction[name] as (...parameters: unknown[]) => unknown;
    const counting = async (...parameters: unknown[]) => {
      count(name);
      return call.apply(transaction, parameters);
    };
    return [name, counting];
  });
  return Object.fromEntries(calls);
}

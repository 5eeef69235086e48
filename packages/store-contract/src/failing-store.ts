import type { ReadTransaction, Store, WriteTransaction } from "@tablewright/core/storage";
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
      return store.read((transaction) => work(countReads(transaction, count)));
    },
    async write(work, use) {
      count("write");
      return store.write(async (transaction) => {
        const answer = await work(countWrites(transaction, count));
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

function countReads(transaction: ReadTransaction, count: Count): ReadTransaction {
  return {
    async find(plan) {
      count("find");
      return transaction.find(plan);
    },
    async getByKeys(table, keys) {
      count("getByKeys");
      return transaction.getByKeys(table, keys);
    },
    async listEvents(page) {
      count("listEvents");
      return transaction.listEvents(page);
    },
    async listRuns(page) {
      count("listRuns");
      return transaction.listRuns(page);
    },
  };
}

function countWrites(transaction: WriteTransaction, count: Count): WriteTransaction {
  return {
    ...countReads(transaction, count),
    async insert(table, rows) {
      count("insert");
      return transaction.insert(table, rows);
    },
    async update(table, rows) {
      count("update");
      return transaction.update(table, rows);
    },
    async delete(table, keys) {
      count("delete");
      return transaction.delete(table, keys);
    },
    async appendEvents(events) {
      count("appendEvents");
      return transaction.appendEvents(events);
    },
    async claimEvents(claim) {
      count("claimEvents");
      return transaction.claimEvents(claim);
    },
    async settleEvents(outcomes) {
      count("settleEvents");
      return transaction.settleEvents(outcomes);
    },
    async appendRuns(runs) {
      count("appendRuns");
      return transaction.appendRuns(runs);
    },
    async removeEvents(ids) {
      count("removeEvents");
      return transaction.removeEvents(ids);
    },
    async removeRuns(ids) {
      count("removeRuns");
      return transaction.removeRuns(ids);
    },
  };
}

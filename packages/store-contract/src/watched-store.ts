import type { ReadTransaction, Store } from "@tablewright/core/storage";

/** A store that writes down what it is asked to read, such as `find Orders` or `getByKeys Customers`. */
export interface WatchedStore extends Store {
  /** Emptied by a test that begins to watch. */
  readonly asked: string[];
}

export function watchedStore(store: Store): WatchedStore {
  const asked: string[] = [];
  return {
    name: store.name,
    asked,
    open: (tables, opening) => store.open(tables, opening),
    read: (work) => store.read((transaction) => work(watchReads(transaction, asked))),
    write: (work, use) =>
      store.write(
        (transaction) =>
          work({
            ...watchReads(transaction, asked),
            insert: (table, rows) => transaction.insert(table, rows),
            update: (table, rows) => transaction.update(table, rows),
            delete: (table, keys) => transaction.delete(table, keys),
            appendEvents: (events) => transaction.appendEvents(events),
            claimEvents: (claim) => {
              asked.push("claimEvents");
              return transaction.claimEvents(claim);
            },
            settleEvents: (outcomes) => transaction.settleEvents(outcomes),
            appendRuns: (runs) => transaction.appendRuns(runs),
            removeEvents: (ids) => transaction.removeEvents(ids),
            removeRuns: (ids) => transaction.removeRuns(ids),
          }),
        use,
      ),
    close: () => store.close(),
  };
}

function watchReads(transaction: ReadTransaction, asked: string[]): ReadTransaction {
  return {
    find(plan) {
      asked.push(`find ${plan.table}${plan.inList === undefined ? "" : " by a column"}`);
      return transaction.find(plan);
    },
    getByKeys(table, keys) {
      asked.push(`getByKeys ${table}`);
      return transaction.getByKeys(table, keys);
    },
    listEvents(page) {
      asked.push("listEvents");
      return transaction.listEvents(page);
    },
    listRuns(page) {
      asked.push("listRuns");
      return transaction.listRuns(page);
    },
  };
}

import type { RowReader, Store } from "@tablewright/core/storage";

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
          }),
        use,
      ),
    close: () => store.close(),
  };
}

function watchReads(transaction: RowReader, asked: string[]): RowReader {
  return {
    find(plan) {
      asked.push(`find ${plan.table}${plan.inList === undefined ? "" : " by a column"}`);
      return transaction.find(plan);
    },
    getByKeys(table, keys) {
      asked.push(`getByKeys ${table}`);
      return transaction.getByKeys(table, keys);
    },
  };
}

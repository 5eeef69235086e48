import type { Store } from "@tablewright/core/storage";
import { Histogram, type Registry } from "prom-client";

/** Makes the same store of a store, whose transactions are timed, with what the engine does within them. */
export function measureStore(registry: Registry): (app: string, store: Store) => Store {
  const seconds = new Histogram({
    name: "tablewright_store_seconds",
    help: "Transactions of a store, with what the engine does within them.",
    labelNames: ["app", "kind"],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  return (app, store) => {
    const timed = async <T>(kind: string, transaction: Promise<T>) => {
      const end = seconds.startTimer({ app, kind });
      try {
        return await transaction;
      } finally {
        end();
      }
    };
    return {
      ...store,
      read: (work, use) => timed("read", store.read(work, use)),
      write: (work, use) => timed("write", store.write(work, use)),
    };
  };
}

import type { Store } from "@tablewright/core/storage";

/**
 * The store with every write that may be run again run so many times in vain before it counts, as where writers that work
 * beside each other are in each other's way: what a run in vain did or threw is forgotten.
 */
export function conflictingStore(store: Store, conflicts: number): Store {
  return {
    ...store,
    async write(work, use) {
      for (let left = use?.repeatable === false ? 0 : conflicts; left > 0; left--) {
        const vain = store.write(async (transaction) => {
          await work(transaction).catch(() => undefined);
          throw new Conflict();
        }, use);
        await vain.catch((error: unknown) => {
          if (!(error instanceof Conflict)) throw error;
        });
      }
      return store.write(work, use);
    },
  };
}

class Conflict extends Error {}

import type { Store } from "@tablewright/core/storage";
import { counters } from "@tablewright/store-contract/histories";

/** A store, and what closes it and removes what it holds. */
export interface DisposableStore {
  readonly store: Store;
  dispose(): Promise<void>;
}

/** Works on a store that holds the counter `a`, at 0. */
export async function withCounter<S extends DisposableStore>(
  make: () => Promise<S>,
  work: (made: S) => Promise<void>,
): Promise<void> {
  const underTest = await make();
  try {
    await underTest.store.open([counters]);
    await underTest.store.write((transaction) => transaction.insert("Counters", [["a", 0]]));
    await work(underTest);
  } finally {
    await underTest.dispose();
  }
}

import type { Store, StoredTable } from "@tablewright/core/storage";

/** A fresh and empty store, not yet opened. */
export interface StoreUnderTest {
  readonly store: Store;
  /** Ends the store and answers one over the same data, not yet opened. Left out where data end with the store. */
  readonly reopen?: () => Promise<Store>;
  /** Closes what is open and removes the data. */
  readonly dispose: () => Promise<void>;
}

/**
 * `contents` names the tables that the test will open first, the same for the same name: where to make tables takes long, those of an
 * earlier test may be there already, without rows and numbered from the beginning.
 */
export type MakeStore = (contents?: string) => Promise<StoreUnderTest>;

/** Runs `test` on a fresh store opened with `tables`, and disposes of it whatever happens. */
export async function withStore(
  make: MakeStore,
  tables: readonly StoredTable[],
  test: (store: Store, made: StoreUnderTest) => Promise<void>,
): Promise<void> {
  const underTest = await make(JSON.stringify(tables));
  try {
    await underTest.store.open(tables);
    await test(underTest.store, underTest);
  } finally {
    await underTest.dispose();
  }
}

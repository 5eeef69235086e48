import type { Store } from "@tablewright/core/storage";

/** A fresh store that can tell what opening it would do. */
export interface MigratingStore {
  readonly store: Store;
  /** All that lies in the database, whatever it is: definitions and rows. */
  contents(): unknown;
  /** Closes the store and removes the data. */
  dispose(): Promise<void>;
}

import type { Store } from "@tablewright/core/storage";

/** A store in memory that can be copied at once, so that every test begins with the same rows and leaves none. */
export interface TestStore extends Store {
  fork(): TestStore;
}

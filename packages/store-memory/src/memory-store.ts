import { emptySnapshot } from "./snapshot.ts";
import { type MemoryStore, storeOfSnapshot } from "./store-of-snapshot.ts";

/**
 * A store whose rows live as long as it does. Readers keep the snapshot they began with, and never wait; writers take
 * turns, and a commit puts what they forked in the place of the old.
 */
export function memoryStore(): MemoryStore {
  return storeOfSnapshot(emptySnapshot());
}

import type { Store } from "@tablewright/core/storage";
import { emptyPicture } from "./picture.ts";
import { storeOfPicture } from "./store-of-picture.ts";

export interface MemoryStore extends Store {
  /**
   * Everything that was committed so far, as lines of JSON text without line ends: `memoryStoreFrom` makes a store of
   * them that holds the same. Works on a closed store too.
   */
  toLines(): Iterable<string>;
}

/**
 * A store whose rows live as long as it does. Readers keep the picture they began with, and never wait; writers take
 * turns, and a commit puts what they forked in the place of the old.
 */
export function memoryStore(): MemoryStore {
  return storeOfPicture(emptyPicture());
}

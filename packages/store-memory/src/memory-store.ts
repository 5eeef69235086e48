import { readLines } from "./lines/read-lines.ts";
import { emptySnapshot } from "./snapshot.ts";
import { type MemoryStore, storeOfSnapshot } from "./store-of-snapshot.ts";

/**
 * A store whose rows live as long as it does. Readers keep the snapshot they began with, and never wait; writers take
 * turns, and a commit puts what they forked in the place of the old.
 */
export function memoryStore(): MemoryStore {
  return storeOfSnapshot(emptySnapshot());
}

/**
 * A store that holds what `toLines` of another gave, whatever tables it is opened with. Rejects with an error that names
 * the line when one is cut off, missing or foreign, and makes no store then.
 */
export async function memoryStoreFrom(lines: AsyncIterable<string> | Iterable<string>): Promise<MemoryStore> {
  return storeOfSnapshot(await readLines(lines));
}

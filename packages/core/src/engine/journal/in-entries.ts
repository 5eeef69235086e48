import type { NewChange } from "../engine-tables/journal-table.ts";
import { FEW_SHARES, rowHash, shareHash, shareOf, sharesFor } from "./row-hashes.ts";

/** The changes of one table and cause: each by itself, or, where there are many, together with those that share its hash. */
export function inEntries(
  table: string,
  changes: readonly NewChange[],
): readonly (readonly [row: number, changes: readonly NewChange[]])[] {
  if (changes.length <= FEW_SHARES) return changes.map((change) => [rowHash(table, change[KEY]), [change]]);
  const count = sharesFor(changes.length);
  const shares = Array.from({ length: count }, (): NewChange[] => []);
  for (const change of changes) shares[shareOf(table, change[KEY], count)]?.push(change);
  return shares.flatMap((some, share) => (some.length === 0 ? [] : [[shareHash(table, share, count), some]]));
}

/** Position of the key in a change. */
const KEY = 2;

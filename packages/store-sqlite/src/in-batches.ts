/**
 * Cuts a list into batches of 1, 16 or 256, as many of the largest as there are: however long lists are, a store
 * prepares three statements and no statement has more bound values than a database takes.
 */
export function* inBatches<T>(list: readonly T[]): Iterable<readonly T[]> {
  let start = 0;
  for (const size of SIZES) {
    for (; list.length - start >= size; start += size) yield list.slice(start, start + size);
  }
}

const SIZES = [256, 16, 1];

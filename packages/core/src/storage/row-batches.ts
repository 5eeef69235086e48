import type { Row } from "./row.ts";

/** Rows in parts, each as large as the store sees fit. */
export type RowBatches = AsyncIterable<readonly Row[]>;

/** Rows that are all in memory, or groups of them. */
export async function* batchOf<T = Row>(rows: readonly T[]): AsyncGenerator<readonly T[]> {
  yield rows;
}

/** All rows at once, for who has to hold them together. */
export async function allRowsOf(batches: RowBatches): Promise<readonly Row[]> {
  const parts: (readonly Row[])[] = [];
  for await (const batch of batches) parts.push(batch);
  return parts.length === 1 ? (parts[0] as readonly Row[]) : parts.flat();
}

import type { Row } from "./row.ts";

/** Rows in parts, each as large as the store sees fit. */
export type RowBatches = AsyncIterable<readonly Row[]>;

/** Rows that are all in memory. */
export async function* batchOf(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}

/** All rows at once, for who has to hold them together. */
export async function allRowsOf(batches: RowBatches): Promise<readonly Row[]> {
  const parts: (readonly Row[])[] = [];
  for await (const batch of batches) parts.push(batch);
  return parts.length === 1 ? (parts[0] as readonly Row[]) : parts.flat();
}

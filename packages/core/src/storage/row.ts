import type { Row } from "../expression/evaluate/frame.ts";
import type { Meter } from "../expression/runtime/meter.ts";
import type { Task } from "../expression/runtime/time-slice.ts";
import type { Value } from "../values/index.ts";

export type { Row };

/** The key parts of a row, in the order in which the table names them. */
export type Key = readonly Value[];

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

/** The rows by a hash of each, those with the same one in their order. Over many rows it is made with pauses. */
export function* rowsByHash(
  rows: readonly Row[],
  hash: (row: Row) => unknown,
  meter: Meter,
): Task<Map<unknown, Row[]>> {
  const byHash = new Map<unknown, Row[]>();
  for (const row of rows) {
    if (meter.isPauseDue) yield;
    const value = hash(row);
    const same = byHash.get(value);
    if (same === undefined) byHash.set(value, [row]);
    else same.push(row);
  }
  return byHash;
}

/** An index over so many rows is made in a moment. */
export const FEW_ROWS = 4_096;

import type { Meter } from "../expression/runtime/meter.ts";
import { isPauseDueAt, type Steps } from "../expression/runtime/task.ts";
import type { Row } from "./row.ts";

/** The rows by a hash of each, those with the same one in their order. Over many rows it is made with pauses. */
export function* rowsByHash(
  rows: readonly Row[],
  hash: (row: Row) => unknown,
  meter: Meter,
): Steps<Map<unknown, Row[]>> {
  const byHash = new Map<unknown, Row[]>();
  for (const [at, row] of rows.entries()) {
    if (isPauseDueAt(at, meter)) yield;
    const value = hash(row);
    const same = byHash.get(value);
    if (same === undefined) byHash.set(value, [row]);
    else same.push(row);
  }
  return byHash;
}

/** An index over so many rows is made in a moment. */
export const FEW_ROWS = 4_096;

import type { Meter, Value } from "@tablewright/core/storage";
import type { SqlValue } from "../values/sql-value.ts";

/** Makes rows of what a statement answers, and lets others work in between. */
export async function decodeInTurns(
  read: readonly SqlValue[][],
  decode: (one: SqlValue[]) => Value[],
  meter: Meter,
): Promise<Value[][]> {
  const rows: Value[][] = [];
  for (const one of read) {
    rows.push(decode(one));
    if (rows.length % AT_ONCE === 0 && meter.timeSlice.isOver) await meter.pause();
  }
  return rows;
}

/** Rows that are decoded in less than a millisecond. */
const AT_ONCE = 256;

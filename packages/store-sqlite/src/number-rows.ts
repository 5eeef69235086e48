import type { Value } from "@tablewright/core/storage";
import type { RowNumbering } from "@tablewright/store-sql";

/**
 * Puts the numbers of rows in the place of their slots, which they bear at their end. `slotsAbove` gives the slots in use
 * above another, from the lowest on: they are asked for once for many rows, and no row is counted for each.
 */
export function numberRows(
  rows: readonly Value[][],
  numbering: RowNumbering,
  slotsAbove: (slot: number) => readonly number[],
): void {
  if (numbering.isBySlot) return;
  const known = new Map<number, readonly number[]>();
  const countRows = (above: number, upTo: number) => {
    const slots = known.get(above) ?? slotsAbove(above);
    known.set(above, slots);
    return countUpTo(slots, upTo);
  };
  for (const row of rows) row[row.length - 1] = numbering.numberOf(Number(row.at(-1)), countRows);
}

/** How many of the slots, which ascend, are not beyond one. */
function countUpTo(slots: readonly number[], last: number): number {
  let low = 0;
  let high = slots.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((slots[middle] as number) <= last) low = middle + 1;
    else high = middle;
  }
  return low;
}

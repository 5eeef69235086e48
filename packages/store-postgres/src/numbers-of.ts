import type { RowNumbering, SqlValue } from "@tablewright/store-sql";

/**
 * The row numbers of slots in use. `countRows` counts the rows above each slot of the first list up to its partner in
 * the second, and answers each partner with its count; it is asked once, and only for what has to be counted.
 */
export async function numbersOf(
  slots: readonly number[],
  numbering: RowNumbering,
  countRows: (above: readonly number[], upTo: readonly number[]) => Promise<readonly (readonly SqlValue[])[]>,
): Promise<readonly number[]> {
  const wanted = new Map<number, number>();
  const numbers = slots.map((slot) =>
    numbering.numberOf(slot, (above, upTo) => {
      wanted.set(upTo, above);
      return 0;
    }),
  );
  if (wanted.size === 0) return numbers;
  const counted = await countRows([...wanted.values()], [...wanted.keys()]);
  const counts = new Map(counted.map(([upTo, count]) => [Number(upTo), Number(count)]));
  return slots.map((slot) => numbering.numberOf(slot, (_, upTo) => counts.get(upTo) ?? 0));
}

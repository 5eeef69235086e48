import type { RowNumbering } from "../tables/row-numbering.ts";
import type { Awaitable } from "./sql-connection.ts";

type Pair = readonly [above: number, upTo: number];

/**
 * The row numbers of slots in use. `countBetween` counts the rows above the first slot of each pair up to the second; it
 * is asked once, and only for what has to be counted.
 */
export async function numbersOf(
  slots: readonly number[],
  numbering: RowNumbering,
  countBetween: (pairs: readonly Pair[]) => Awaitable<readonly number[]>,
): Promise<readonly number[]> {
  if (numbering.isBySlot) return slots;
  const pairs = new Map<number, Pair>();
  const numbers = slots.map((slot) =>
    numbering.numberOf(slot, (above, upTo) => {
      pairs.set(upTo, [above, upTo]);
      return 0;
    }),
  );
  if (pairs.size === 0) return numbers;
  const counted = await countBetween([...pairs.values()]);
  const counts = new Map([...pairs.keys()].map((upTo, at) => [upTo, counted[at] as number]));
  return slots.map((slot) => numbering.numberOf(slot, (_, upTo) => counts.get(upTo) ?? 0));
}

import type { Value } from "../../../values/index.ts";
import type { OrderKey, RowSlot } from "../../tree/node.ts";
import { isOrdered, valueFamilyOf } from "../../tree/type.ts";
import { compileRow } from "./compile-row.ts";
import type { Evaluator, Frame } from "./frame.ts";
import { inOrderOf, type SortDirection } from "./in-order-of.ts";
import { TopRows } from "./top-rows.ts";

type Row = readonly Value[];

/** Sorts rows, each standing in `slot` for its sort values: the positions of the first `most` of them, in order. */
export function compileSort(
  keys: readonly OrderKey[],
  slot: RowSlot,
): (rows: readonly Row[], most: number, frame: Frame) => readonly number[] {
  const evaluators = keys.map(({ by }) => compileRow(by, slot));
  const compare = inOrderOf(directionsOf(keys));
  const rankOf = rankBy(keys[0]);
  return (rows, most, frame) => {
    const top = new TopRows(most, compare);
    const values: Value[] = keys.map(() => null);
    let highest = Number.POSITIVE_INFINITY;
    for (let position = 0; position < rows.length; position++) {
      const row = rows[position] as Row;
      frame.rows[slot] = row;
      for (let at = 0; at < evaluators.length; at++) values[at] = (evaluators[at] as Evaluator)(row, frame);
      if (rankOf !== undefined && rankOf(values[0] as Value) > highest) continue;
      top.add({ position, values: values.slice() });
      if (rankOf !== undefined && top.last !== undefined)
        highest = justBeyond(rankOf(top.last.values[0] as Value));
    }
    return top.sorted().map(({ position }) => position);
  };
}

export function directionsOf(keys: readonly OrderKey[]): readonly SortDirection[] {
  return keys.map(({ by, descending }) => ({ type: by.type, descending }));
}

/** Numbers in the order of a sort value; undefined where its values are none. */
function rankBy(key: OrderKey | undefined): ((value: Value) => number) | undefined {
  if (key === undefined || !isOrdered(valueFamilyOf(key.by.type))) return undefined;
  const direction = key.descending ? -1 : 1;
  return (value) => (value === null ? Number.NEGATIVE_INFINITY : (value as number)) * direction;
}

/** Beyond this the 15th digit differs, so that a row need not be compared to come after. */
function justBeyond(rank: number): number {
  return Number.isFinite(rank) ? rank + Math.abs(rank) * NEAR : rank;
}

const NEAR = 2e-14;

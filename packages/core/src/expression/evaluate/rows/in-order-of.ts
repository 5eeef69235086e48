import { compareValues, type Family, type Value } from "../../../values/index.ts";
import { type Type, valueFamilyOf } from "../../tree/type.ts";

/** A row to be sorted, each sort value computed once: its position decides between rows that are equal otherwise. */
export interface Sortable {
  readonly position: number;
  readonly values: readonly Value[];
}

/** The type of a sort value, and which way it goes. */
export interface SortDirection {
  readonly type: Type;
  readonly descending: boolean;
}

/** Compares rows by their sort values, blanks first, then by their positions: negative when `left` comes before `right`. */
export function inOrderOf(keys: readonly SortDirection[]): (left: Sortable, right: Sortable) => number {
  const families = keys.map(({ type }) => valueFamilyOf(type));
  const directions = keys.map(({ descending }) => (descending ? -1 : 1));
  return (left, right) => {
    for (let index = 0; index < families.length; index++) {
      const [one, other] = [left.values[index] ?? null, right.values[index] ?? null];
      const difference = compareValues(one, other, families[index] as Family);
      if (difference !== 0) return difference * (directions[index] as number);
    }
    return left.position - right.position;
  };
}

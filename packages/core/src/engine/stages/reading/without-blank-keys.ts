import type { TableDefinition } from "../../../schema/index.ts";
import type { Value } from "../../../values/index.ts";

/** The cells of a new row: a blank one of a key column with an initial value counts as left out, so that it takes that value. */
export function withoutBlankKeys(
  { key }: TableDefinition,
  cells: (Value | undefined)[],
): readonly (Value | undefined)[] {
  for (const { index, initialValue } of key)
    if (initialValue !== undefined && cells[index] === null) cells[index] = undefined;
  return cells;
}

import { valueFamilyOf } from "../../expression/parts.ts";
import type { TableDefinition } from "../../schema/index.ts";
import type { Row } from "../../storage/index.ts";
import { compareValues } from "../../values/index.ts";

/** The order of rows that have no numbers: that of their keys, texts by code points, as databases give them. */
export function compareKeys({ key }: TableDefinition, one: Row, other: Row): number {
  for (const { index, type } of key) {
    const family = valueFamilyOf(type);
    const exact = family === "text" ? "point" : family;
    const order = compareValues(one[index] ?? null, other[index] ?? null, exact);
    if (order !== 0) return order;
  }
  return 0;
}

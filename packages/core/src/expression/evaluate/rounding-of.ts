import { roundToScale, toCanonical } from "../../values/index.ts";
import type { BinaryNode } from "../node.ts";

/** How the result of a decimal operator is rounded so that it stays the nearest double of the exact decimal; see `Scale`. */
export function roundingOf({ scale }: BinaryNode): (value: number) => number {
  if (scale === "inexact") return (value) => value;
  return scale === "exact" ? toCanonical : (value) => roundToScale(value, scale);
}

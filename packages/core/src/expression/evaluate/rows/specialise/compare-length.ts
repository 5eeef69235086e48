import { countCharacters } from "../../../../values/index.ts";
import { len } from "../../../functions/text/len.ts";
import type { BoundedComparison } from "../../../rewrite/bounded-comparison.ts";
import { sidesOf } from "../../../rewrite/sides-of.ts";
import type { Node, RowSlot } from "../../../tree/node.ts";
import { chargeParts } from "../charge-parts.ts";
import { compileRow } from "../compile-row.ts";
import type { Evaluator } from "../frame.ts";

/** `LEN(text) > constant`: characters are counted only where the UTF-16 length alone does not decide. */
export function compareLength(node: BoundedComparison, innermost: RowSlot): Evaluator | undefined {
  const [length] = sidesOf(node);
  if (length.op !== "call" || length.definition !== len) return undefined;
  const [text] = length.arguments as readonly [Node];
  const { low, high, outside } = node.bounds;
  const operand = compileRow(text, innermost);
  return (row, frame) => {
    const value = operand(row, frame) as string | null;
    if (value === null) return (low <= 0 && high > 0) !== outside;
    chargeParts(value, frame);
    const { length } = value;
    // A character takes one or two units.
    if (length < low || length / 2 >= high) return outside;
    if (length / 2 >= low && length < high) return !outside;
    const characters = countCharacters(value);
    return (characters >= low && characters < high) !== outside;
  };
}

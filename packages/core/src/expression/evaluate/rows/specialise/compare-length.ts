import { countCharacters } from "../../../../values/index.ts";
import { isGroup } from "../../../check/check-strict-call.ts";
import { len } from "../../../functions/text/len.ts";
import { cellBoundsOf, constantComparison } from "../../../rewrite/bounds.ts";
import { chargeParts } from "../charge-parts.ts";
import { compileRow } from "../compile-row.ts";
import type { Specialisation } from "./specialisation.ts";

/** `LEN(text) > constant`: characters are counted only where the UTF-16 length alone does not decide. */
export const compareLength: Specialisation = (node, innermost) => {
  const comparison = constantComparison(node);
  if (comparison?.operand.op !== "call" || comparison.operand.definition !== len) return undefined;
  const [text] = comparison.operand.arguments;
  const bounds = cellBoundsOf(comparison);
  if (text === undefined || isGroup(text) || bounds === undefined) return undefined;
  const { low, high, outside } = bounds;
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
};

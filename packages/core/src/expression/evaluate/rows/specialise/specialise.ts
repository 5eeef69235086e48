import type { Node, RowSlot } from "../../../tree/node.ts";
import type { Evaluator } from "../frame.ts";
import { arithmeticOfColumns } from "./arithmetic-of-columns.ts";
import { callOfNumbers } from "./call-of-numbers.ts";
import { callWithConstants } from "./call-with-constants.ts";
import { compareNumbers } from "./compare-numbers.ts";
import { compareTexts } from "./compare-texts.ts";
import { compareWithBounds } from "./compare-with-bounds.ts";
import { isInConstants } from "./is-in-constants.ts";
import { isInKept } from "./is-in-kept.ts";
import { selectNumbers } from "./select-numbers.ts";
import type { Specialisation } from "./specialisation.ts";

/**
 * Tried in order; the first that knows the node's shape makes its closure. A function, as these modules import one
 * another in a ring and the one that is loaded first must not decide whether they are there.
 */
const specialisations = (): Partial<Record<Node["op"], readonly Specialisation[]>> => ({
  binary: [compareWithBounds, compareTexts, compareNumbers, arithmeticOfColumns],
  call: [isInConstants, callWithConstants, callOfNumbers, isInKept],
  select: [selectNumbers],
});

let cache: ReturnType<typeof specialisations> | undefined;

/** The closure of a node of a well-known shape; undefined where the plain closure has to do. */
export function specialise(node: Node, innermost: RowSlot): Evaluator | undefined {
  cache ??= specialisations();
  for (const specialisation of cache[node.op] ?? []) {
    const evaluator = specialisation(node, innermost);
    if (evaluator !== undefined) return evaluator;
  }
  return undefined;
}

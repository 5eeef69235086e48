import type { Node, RowSlot } from "../../../tree/node.ts";
import type { Evaluator } from "../frame.ts";

/**
 * A faster closure for one shape of node, undefined for every other shape. It means exactly what the plain closure
 * means; what it does not want to decide itself (blanks, results out of range) it hands to the plain one.
 */
export type Specialisation = (node: Node, innermost: RowSlot) => Evaluator | undefined;

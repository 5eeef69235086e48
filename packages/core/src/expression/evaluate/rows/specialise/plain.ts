import type { Node, RowSlot } from "../../../tree/node.ts";
import { compilePlain } from "../compile-row.ts";
import type { Evaluator } from "../frame.ts";

/** The plain closure of a node, built when a specialised one first hands a row to it. */
export function plain(node: Node, innermost: RowSlot): Evaluator {
  let evaluate: Evaluator | undefined;
  return (row, frame) => {
    evaluate ??= compilePlain(node, innermost);
    return evaluate(row, frame);
  };
}

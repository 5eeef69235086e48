import { foldConstants } from "../operators/fold-constants.ts";
import type { Node } from "../tree/node.ts";
import { mapTree } from "../tree/walk.ts";

/** A part made of constants alone as the one that it comes to; any other as it stands. */
export function asConstant(part: Node): Node {
  const folded = mapTree(part, foldConstants);
  return folded.op === "constant" ? folded : part;
}

import type { Node } from "../../tree/node.ts";
import type { FastShape } from "../frame.ts";
import { compareWithBounds } from "./bounds.ts";
import { isInConstants } from "./in-constants.ts";
import { compareNumbers } from "./numbers.ts";
import { compareTexts } from "./texts.ts";

const SHAPES: Partial<Record<Node["op"], readonly FastShape[]>> = {
  binary: [compareWithBounds, compareTexts, compareNumbers],
  call: [isInConstants],
};

/** The closure of the first shape that the node has. */
export const fastPart: FastShape = (node, innermost, compile) => {
  for (const shape of SHAPES[node.op] ?? []) {
    const part = shape(node, innermost, compile);
    if (part !== undefined) return part;
  }
  return undefined;
};

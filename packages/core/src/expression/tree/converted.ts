import type { Conversion } from "./conversion.ts";
import type { ConvertNode, Node } from "./node.ts";
import type { Type } from "./type.ts";

/** A node as a value of another type. */
export function converted(operand: Node, conversion: Conversion, type: Type): ConvertNode {
  const { start, end } = operand;
  return { op: "convert", operand, conversion, type, start, end };
}

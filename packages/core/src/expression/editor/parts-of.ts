import type { Expression } from "../syntax/ast.ts";

/** The parts that a part is made of, from left to right. */
export function partsOf(part: Expression): readonly Expression[] {
  switch (part.kind) {
    case "call":
      return part.arguments;
    case "list":
      return part.items;
    case "operation":
      return part.operands;
    case "signed":
      return [part.operand];
    case "dereference":
      return [part.target];
    default:
      return [];
  }
}

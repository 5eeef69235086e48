import type { BinaryNode, Node, RowSlot } from "../../../tree/node.ts";
import { ownColumn } from "../../../tree/own-column.ts";

/** `+`, `-` or `*` over two columns of the innermost row, or over one and a constant on the right. */
export interface ColumnPair {
  readonly operator: "+" | "-" | "*";
  readonly left: number;
  readonly right: { readonly column: number } | { readonly constant: number };
  readonly node: BinaryNode;
}

/** The arithmetic of a node over plain numbers of one row; undefined where it is something else. */
export function columnPair(node: Node, innermost: RowSlot): ColumnPair | undefined {
  if (node.op !== "binary") return undefined;
  const { operator, left: family, right: other } = node.rule;
  if ((operator !== "+" && operator !== "-" && operator !== "*") || family !== "number" || other !== "number")
    return undefined;
  const swaps = node.left.op === "constant" && operator !== "-";
  const [first, second] = swaps ? [node.right, node.left] : [node.left, node.right];
  const left = ownColumn(first, innermost);
  const right = ownColumn(second, innermost);
  if (left === undefined) return undefined;
  if (right !== undefined) return { operator, left, right: { column: right }, node };
  if (second.op !== "constant" || typeof second.value !== "number") return undefined;
  return { operator, left, right: { constant: second.value }, node };
}

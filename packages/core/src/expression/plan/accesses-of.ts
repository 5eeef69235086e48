import type { Family } from "../../values/index.ts";
import type { CheckedExpression } from "../tree/checked-expression.ts";
import { children } from "../tree/children.ts";
import type { Node, RowSlot } from "../tree/node.ts";
import type { TableScope } from "../tree/scope.ts";
import { findBinding } from "./find-binding.ts";

/**
 * One place where an expression reads another table. The rows it can need are known before it runs: those whose column
 * equals a value, those of some keys, or all.
 */
export interface Access {
  readonly table: TableScope;
  readonly rows: BoundRows;
  /** The row in view while the binding's value is computed: the slot of an outer access, or 0 for the current row. */
  readonly from: RowSlot;
  /** Where the rows of this access stand in view. */
  readonly slot: RowSlot;
}

export type BoundRows =
  | { readonly by: "key"; readonly keys: Node }
  | { readonly by: "column"; readonly column: number; readonly family: Family; readonly value: Node }
  | { readonly by: "nothing" };

/**
 * Every access of an expression, outer ones before the ones that depend on their rows. What a computed column reads
 * stands in its own expression, which a `formula` node carries.
 */
export function accessesOf(expression: CheckedExpression): readonly Access[] {
  const found: Access[] = [];
  const waiting: { readonly node: Node; readonly from: RowSlot }[] = [{ node: expression.root, from: 0 }];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { node, from } = next;
    const access = accessOf(node, from);
    if (access !== undefined) found.push(access);
    const outside = outsideOf(node);
    for (const child of children(node)) {
      waiting.push({
        node: child,
        from: access === undefined || outside.includes(child) ? from : access.slot,
      });
    }
  }
  return found;
}

function accessOf(node: Node, from: RowSlot): Access | undefined {
  switch (node.op) {
    case "dereference":
      return { table: node.table, rows: { by: "key", keys: node.ref }, from, slot: node.slot };
    case "list-dereference":
      return { table: node.table, rows: { by: "key", keys: node.refs }, from, slot: node.slot };
    case "order-by":
      return { table: node.table, rows: { by: "key", keys: node.rows }, from, slot: node.slot };
    case "select":
    case "extreme-row":
      return { table: node.table, rows: boundBy(node.condition, node.slot), from, slot: node.slot };
    default:
      return undefined;
  }
}

function boundBy(condition: Node | undefined, slot: RowSlot): BoundRows {
  const binding = condition && findBinding(condition, slot);
  return binding === undefined ? { by: "nothing" } : { by: "column", ...binding };
}

/** The parts of a node that are computed on the rows outside, not on the rows it brings into view. */
function outsideOf(node: Node): readonly (Node | undefined)[] {
  if (node.op === "dereference") return [node.ref];
  if (node.op === "list-dereference") return [node.refs];
  return node.op === "order-by" ? [node.rows, node.limit] : [];
}

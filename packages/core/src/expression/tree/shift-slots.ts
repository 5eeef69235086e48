import type { CallArgument, Node, RowSlot } from "./node.ts";
import { unwind } from "./unwind.ts";

/** The tree with all rows in view one slot further out: what stood in a scan of nothing else is the current row. */
export function shiftSlots(node: Node): Node {
  switch (node.op) {
    case "constant":
    case "parameter":
    case "local":
      return node;
    case "column":
    case "computed-key":
    case "formula":
      return { ...node, slot: outward(node.slot) };
    case "dereference":
      return { ...node, slot: outward(node.slot), ref: shiftSlots(node.ref), field: shiftSlots(node.field) };
    case "list-dereference":
      return { ...node, ...shiftScan(node), refs: shiftSlots(node.refs) };
    case "binary": {
      const { first, steps } = unwind(node);
      return steps.reduce<Node>(
        (left, step) => ({ ...step, left, right: shiftSlots(step.right) }),
        shiftSlots(first),
      );
    }
    case "negate":
    case "convert":
      return { ...node, operand: shiftSlots(node.operand) };
    case "and":
    case "or":
      return { ...node, conditions: node.conditions.map(shiftSlots) };
    case "conditional": {
      const branches = node.branches.map(({ condition, value }) => ({
        condition: shiftSlots(condition),
        value: shiftSlots(value),
      }));
      return { ...node, branches, otherwise: shiftSlots(node.otherwise) };
    }
    case "let":
      return { ...node, value: shiftSlots(node.value), body: shiftSlots(node.body) };
    case "list":
      return { ...node, items: node.items.map(shiftSlots) };
    case "call":
      return { ...node, arguments: node.arguments.map(shiftArgument) };
    case "select":
      return { ...node, ...shiftScan(node) };
    case "extreme-row":
      return { ...node, ...shiftScan(node), by: shiftSlots(node.by) };
    case "order-by": {
      const keys = node.keys.map(({ by, descending }) => ({ by: shiftSlots(by), descending }));
      const limit = node.limit && shiftSlots(node.limit);
      return { ...node, slot: outward(node.slot), rows: shiftSlots(node.rows), keys, limit };
    }
  }
}

/** The row before the change stands in no scan. */
function outward(slot: RowSlot): RowSlot {
  return slot > 0 ? slot - 1 : slot;
}

interface Scan {
  readonly slot: RowSlot;
  readonly condition: Node | undefined;
  readonly field: Node;
}

function shiftScan({ slot, condition, field }: Scan): Scan {
  return {
    slot: outward(slot),
    condition: condition && shiftSlots(condition),
    field: shiftSlots(field),
  };
}

function shiftArgument(argument: CallArgument): CallArgument {
  if (argument === undefined) return undefined;
  return "op" in argument ? shiftSlots(argument) : argument.map(shiftSlots);
}

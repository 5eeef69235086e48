import type { Node } from "./node.ts";

/** The nodes directly below a node, in the order in which they are evaluated. */
export function children(node: Node): readonly Node[] {
  switch (node.op) {
    case "constant":
    case "column":
    case "computed-key":
    case "formula":
    case "parameter":
    case "local":
      return [];
    case "dereference":
      return [node.ref, node.field];
    case "list-dereference":
      return present([node.refs, node.condition, node.field]);
    case "binary":
      return [node.left, node.right];
    case "negate":
    case "convert":
      return [node.operand];
    case "and":
    case "or":
      return node.conditions;
    case "conditional":
      return [...node.branches.flatMap(({ condition, value }) => [condition, value]), node.otherwise];
    case "let":
      return [node.value, node.body];
    case "list":
      return node.items;
    case "call":
      return present(node.arguments.flat() as (Node | undefined)[]);
    case "select":
      return present([node.condition, node.field]);
    case "extreme-row":
      return present([node.condition, node.by, node.field]);
    case "order-by":
      return present([node.rows, ...node.keys.map(({ by }) => by), node.limit]);
  }
}

function present(nodes: readonly (Node | undefined)[]): readonly Node[] {
  return nodes.filter((node) => node !== undefined);
}

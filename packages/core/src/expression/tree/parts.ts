import type { Node } from "./node.ts";

/**
 * Where a node holds the nodes below it, in the order in which they are evaluated: one, a list of them, or of branches; none
 * where a kind is not listed.
 */
export const PARTS: Readonly<Partial<Record<Node["op"], readonly string[]>>> = {
  dereference: ["ref", "field"],
  "list-dereference": ["refs", "condition", "field"],
  binary: ["left", "right"],
  negate: ["operand"],
  convert: ["operand"],
  and: ["conditions"],
  or: ["conditions"],
  conditional: ["branches", "otherwise"],
  let: ["value", "body"],
  list: ["items"],
  call: ["arguments"],
  select: ["condition", "field"],
  "extreme-row": ["condition", "by", "field"],
  "order-by": ["rows", "keys", "limit"],
} satisfies { readonly [O in Node["op"]]?: readonly (keyof Extract<Node, { readonly op: O }>)[] };

/** The same of a branch of an IF and of a sort key. */
export const PARTS_OF_A_BRANCH: readonly string[] = ["condition", "value", "by"];

/** What stands there. */
export type Part = Node | readonly Part[] | { readonly [name: string]: Part } | undefined;

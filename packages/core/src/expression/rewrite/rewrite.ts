import { foldConstants } from "../operators/fold-constants.ts";
import type { CheckedExpression } from "../tree/checked-expression.ts";
import { mapTree } from "../tree/map-tree.ts";
import type { ConstantNode, Node } from "../tree/node.ts";
import { findBounds } from "./bounded-comparison.ts";
import { flattenConditional } from "./flatten-conditional.ts";
import { flattenLogic } from "./flatten-logic.ts";
import { limitOrderBy } from "./limit-order-by.ts";
import { RewrittenExpression } from "./rewritten-expression.ts";
import { spreadComparison } from "./spread-comparison.ts";

/**
 * The one pass between the checker and all that evaluates, plans or compiles to SQL: parts made of constants are computed,
 * AND, OR and IF within their like are one, and comparisons with a constant know their bounds. Made once and kept.
 */
export function rewrite(expression: CheckedExpression): RewrittenExpression {
  return expression.rewrittenBy(rewriteTree);
}

function rewriteTree(expression: CheckedExpression): RewrittenExpression {
  return new RewrittenExpression(expression, mapTree(expression.root, rewriteNode));
}

/** A node whose parts are rewritten; one that has been rewritten itself stays what it is. */
export function rewriteNode(node: Node): Node {
  switch (node.op) {
    case "and":
    case "or":
      return flattenLogic(node);
    case "conditional":
      return flattenConditional(node);
    case "list":
      return foldList(node);
  }
  const folded = foldConstants(node);
  if (folded.op === "call") return limitOrderBy(folded);
  if (folded.op !== "binary") return folded;
  return spreadComparison(folded, rewriteNode) ?? findBounds(folded);
}

function foldList(node: Extract<Node, { op: "list" }>): Node {
  const { items, type, start, end } = node;
  if (!items.every((item) => item.op === "constant")) return node;
  return { op: "constant", value: (items as ConstantNode[]).map(({ value }) => value), type, start, end };
}

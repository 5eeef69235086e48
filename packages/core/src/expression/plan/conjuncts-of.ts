import { rewrite } from "../rewrite/rewrite.ts";
import type { CheckedExpression } from "../tree/checked-expression.ts";
import type { Node } from "../tree/node.ts";
import { partAboutRow } from "../tree/part-about-row.ts";

/**
 * The conditions about a row that must all be TRUE for this one to be, in the order in which AND tries them, each computed
 * column once.
 */
export function conjunctsOf(condition: CheckedExpression): readonly CheckedExpression[] {
  const existing = conjuncts.get(condition);
  if (existing !== undefined) return existing;
  const { source, row } = condition;
  const { root } = rewrite(condition);
  const parts = root.op === "and" ? conjunctsAboutRow(root, source, row) : [condition];
  conjuncts.set(condition, parts);
  return parts;
}

const conjuncts = new WeakMap<CheckedExpression, readonly CheckedExpression[]>();

/** The same of a rewritten part in which the row is in slot 0, without a plain TRUE. */
export function conjunctsAboutRow(
  part: Node,
  source: string,
  row: CheckedExpression["row"],
): readonly CheckedExpression[] {
  const conditions = part.op === "and" ? part.conditions : [part];
  const others = conditions.filter((node) => node.op !== "constant" || node.value !== true);
  return [...new Set(others.flatMap((node) => splitPart(node, source, row)))];
}

/** A part about the row in slot 0; the filter of a slice falls into the filter's own parts. */
function splitPart(node: Node, source: string, row: CheckedExpression["row"]): readonly CheckedExpression[] {
  const part = partAboutRow(node, source, row);
  return node.op === "formula" ? conjunctsOf(part) : [part];
}

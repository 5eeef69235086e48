import { type CheckedExpression, children } from "../../expression/parts.ts";

type Node = CheckedExpression["root"];

/**
 * The stored columns of the current row that an expression reads, also by way of virtual columns. The row before the
 * change does not count: it is there whatever is computed.
 */
export function columnsRead(expression: CheckedExpression): ReadonlySet<string> {
  const names = new Set<string>();
  const entered = new Set<CheckedExpression>();
  const waiting: Node[] = [expression.root]; // not recursive: chains of operators are thousands of nodes deep
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.op === "column" && node.slot === 0) names.add(node.name);
    if (node.op === "formula" && node.slot === 0 && !entered.has(node.formula)) {
      entered.add(node.formula);
      waiting.push(node.formula.root);
    }
    for (const child of children(node)) waiting.push(child);
  }
  return names;
}

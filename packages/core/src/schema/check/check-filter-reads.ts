import { type CheckedExpression, children, type ExpressionScope } from "../../expression/parts.ts";
import type { DefinitionReport } from "../text/definition-report.ts";
import type { Path } from "../text/definition-source.ts";

type Node = CheckedExpression["root"];

interface Step {
  readonly node: Node;
  /** What is in the filter itself, on the way to the node. */
  readonly span: { readonly start: number; readonly end: number };
  readonly isWithin: boolean;
}

/**
 * Reports a security filter that reads a slice of its own table, itself or by way of a virtual column or another slice: a
 * slice shows rows that the filter shows, and so neither could be known first.
 */
export function checkFilterReads(
  report: DefinitionReport,
  path: Path,
  table: string,
  filter: CheckedExpression,
  scope: ExpressionScope,
): void {
  const own = new Map<CheckedExpression, string>();
  for (const slice of scope.slices.values())
    if (slice.table.name === table && slice.filter !== undefined) own.set(slice.filter, slice.name);
  const formulas = new Set<CheckedExpression>();
  const waiting: Step[] = [{ node: filter.root, span: filter.root, isWithin: false }];
  for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
    const { node, isWithin } = step;
    const span = isWithin || node.op === "and" || node.end === 0 ? step.span : node;
    for (const child of children(node)) waiting.push({ node: child, span, isWithin });
    if (node.op !== "formula" || formulas.has(node.formula)) continue;
    formulas.add(node.formula);
    const slice = own.get(node.formula);
    if (slice === undefined) waiting.push({ node: node.formula.root, span, isWithin: true });
    else report.reportWithin(path, "definition/filter-reads-slice", { slice, table }, span);
  }
}

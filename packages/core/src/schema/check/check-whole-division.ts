import { diagnose } from "../../diagnostics/index.ts";
import type { CheckedExpression, Node, Type } from "../../expression/parts.ts";
import type { DefinitionReport } from "../text/definition-report.ts";
import type { Path } from "../text/definition-source.ts";

/** Warns of a division of whole numbers whose result stands where a fraction is kept: it has none. */
export function checkWholeDivision(
  report: DefinitionReport,
  path: Path,
  expression: CheckedExpression | undefined,
  { kind }: Type,
): void {
  if (expression === undefined || !FRACTIONS.has(kind)) return;
  for (const { start, end } of wholeDivisions(expression.root))
    report.reportExpression(path, [diagnose("definition/whole-division", { type: kind }, { start, end })]);
}

const FRACTIONS: ReadonlySet<string> = new Set(["Decimal", "Percent", "Price"]);

/** The divisions of whole numbers that the value of a node is. */
function wholeDivisions(node: Node): readonly Node[] {
  if (node.op === "convert") return wholeDivisions(node.operand);
  if (node.op === "conditional")
    return [...node.branches.map(({ value }) => value), node.otherwise].flatMap(wholeDivisions);
  return node.op === "binary" && node.rule.operator === "/" && node.rule.result === "Number" ? [node] : [];
}

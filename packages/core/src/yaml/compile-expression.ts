import { diagnoseDefinition } from "../diagnostics/index.ts";
import {
  type CheckedExpression,
  check,
  type ExpressionScope,
  hasFractions,
  inputsOf,
  type Node,
  type Type,
} from "../expression/parts.ts";
import type { DefinitionReport, NotedExpression } from "./definition-report.ts";
import type { Path } from "./definition-source.ts";

/** What the expressions of a definition are compiled with: where their errors go, and what they can name. */
export interface Compiling {
  readonly report: DefinitionReport;
  readonly scope: ExpressionScope;
}

/** The expression at a path as a value of `expected`; undefined where there is none or after an error, which is reported. */
export function compileExpression(
  { report, scope }: Compiling,
  path: Path,
  shape: string | number | boolean | undefined,
  expected: Type,
): CheckedExpression | undefined {
  if (shape === undefined) return undefined;
  const source = sourceAt(report, path, shape);
  report.observer?.expression(path, source, scope, 0);
  const { output, diagnostics } = check(source, scope, expected);
  report.reportExpression(path, diagnostics);
  checkWholeDivision(report, path, output, expected);
  if (output !== undefined) noteExpression(report, { path, start: 0, expression: output });
  return output;
}

/** A rule that gives Yes/No, or a list that the value must be in, whose items then have the type of the value. */
export function compileValidIf(
  compiling: Compiling,
  path: Path,
  shape: string | number | boolean | undefined,
  type: Type,
): CheckedExpression | undefined {
  if (shape === undefined) return undefined;
  const listType: Type = type.kind === "List" ? type : { kind: "List", item: type };
  const byItself = check(sourceAt(compiling.report, path, shape), compiling.scope).output;
  const expected: Type = byItself?.type.kind === "List" ? listType : { kind: "Yes/No" };
  return compileExpression(compiling, path, shape, expected);
}

/** Takes note of an expression of the definition, and of the inputs that it reads. */
export function noteExpression(report: DefinitionReport, noted: NotedExpression): void {
  for (const name of inputsOf(noted.expression.root).keys()) report.inputs.add(name);
  report.expressions.push(noted);
}

/** The text of an expression; a number or a truth value of YAML is taken as it is written. */
function sourceAt(report: DefinitionReport, path: Path, shape: string | number | boolean): string {
  return typeof shape === "string" ? shape : (report.source.written(path) ?? String(shape));
}

/** Warns of a division of whole numbers whose result is used where fractions are kept: it has none. */
function checkWholeDivision(
  report: DefinitionReport,
  path: Path,
  expression: CheckedExpression | undefined,
  type: Type,
): void {
  if (expression === undefined || !hasFractions(type)) return;
  for (const { start, end } of wholeDivisions(expression.root))
    report.reportExpression(path, [
      diagnoseDefinition("definition/whole-division", { type: type.kind }, { start, end }),
    ]);
}

/** The divisions of whole numbers that the value of a node is. */
function wholeDivisions(node: Node): readonly Node[] {
  if (node.op === "convert") return wholeDivisions(node.operand);
  if (node.op === "conditional")
    return [...node.branches.map(({ value }) => value), node.otherwise].flatMap(wholeDivisions);
  return node.op === "binary" && node.rule.operator === "/" && node.rule.result === "Number" ? [node] : [];
}

import {
  type CheckedExpression,
  check,
  type ExpressionScope,
  everyTable,
  type ListType,
  type RefType,
  refTo,
  type TableScope,
  typeName,
} from "../../expression/parts.ts";
import type { DefinitionReport } from "../text/definition-report.ts";
import type { ExpressionShape } from "../text/definition-shape.ts";
import type { Path } from "../text/definition-source.ts";
import { compileExpression } from "./compile-expression.ts";

/** An expression that names rows of a table by a list of Refs to it. */
export function compileNamedRows(
  report: DefinitionReport,
  path: Path,
  source: ExpressionShape,
  table: TableScope,
  inRow: ExpressionScope,
): CheckedExpression | undefined {
  const expected: ListType = { kind: "List", item: refTo(table) as RefType };
  const rows = compileExpression(report, path, source, inRow, expected);
  if (rows !== undefined) checkRefs(report, path, rows, inRow, expected);
  return rows;
}

/** Texts may be keys of the table, which Refs to another one are not. */
function checkRefs(
  report: DefinitionReport,
  path: Path,
  { source }: CheckedExpression,
  inRow: ExpressionScope,
  expected: ListType,
): void {
  const type = check(source, inRow).output?.type;
  const isOther =
    type?.kind === "List" &&
    type.item.kind === "Ref" &&
    typeName(type, everyTable) !== typeName(expected, everyTable);
  if (!isOther) return;
  const details = { expected: typeName(expected, everyTable), actual: typeName(type, everyTable) };
  report.reportWithin(path, "type/result", details, { start: 0, end: source.length });
}

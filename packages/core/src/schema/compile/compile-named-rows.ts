import {
  type CheckedExpression,
  check,
  everyTable,
  type ListType,
  type RefType,
  refTo,
  type TableScope,
  typeName,
} from "../../expression/parts.ts";
import { type Compiling, compileExpression } from "../../yaml/compile-expression.ts";
import type { Path } from "../../yaml/definition-source.ts";
import type { ExpressionShape } from "../text/definition-shape.ts";

/** An expression that names rows of a table by a list of Refs to it. */
export function compileNamedRows(
  compiling: Compiling,
  path: Path,
  source: ExpressionShape,
  table: TableScope,
): CheckedExpression | undefined {
  const expected: ListType = { kind: "List", item: refTo(table) as RefType };
  const rows = compileExpression(compiling, path, source, expected);
  if (rows !== undefined) checkRefs(compiling, path, rows, expected);
  return rows;
}

/** Texts may be keys of the table, which Refs to another one are not. */
function checkRefs(
  { report, scope }: Compiling,
  path: Path,
  { source }: CheckedExpression,
  expected: ListType,
): void {
  const type = check(source, scope).output?.type;
  const isOther =
    type?.kind === "List" &&
    type.item.kind === "Ref" &&
    typeName(type, everyTable) !== typeName(expected, everyTable);
  if (!isOther) return;
  const details = { expected: typeName(expected, everyTable), actual: typeName(type, everyTable) };
  report.reportWithin(path, "type/result", details, { start: 0, end: source.length });
}

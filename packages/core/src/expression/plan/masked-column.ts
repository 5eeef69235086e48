import { memo } from "../../values/index.ts";
import { findConstant } from "../evaluate/compile.ts";
import { rewrite } from "../rewrite/rewrite.ts";
import type { RequestContext } from "../runtime/request-context.ts";
import type { CheckedExpression } from "../tree/checked-expression.ts";
import { constant, type Node } from "../tree/node.ts";
import { partAboutRow } from "../tree/reads.ts";
import type { ScopeColumn, TableScope, VirtualScopeColumn } from "../tree/scope.ts";
import type { Type } from "../tree/type.ts";
import { mayFail } from "./may-fail.ts";

/**
 * A column as it is read by who sees its value only on rows where a condition is TRUE: on the others it is blank, and where the
 * condition ends in an error. It is a formula, so whatever reads it reads that, in every evaluator and in SQL.
 */
export function maskedColumn(
  column: ScopeColumn,
  table: TableScope,
  readIf: CheckedExpression,
): VirtualScopeColumn {
  const { name, type } = column;
  const span = { start: 0, end: readIf.source.length };
  const condition: Node = { op: "formula", slot: 0, formula: withoutErrors(readIf), type: YES_NO, ...span };
  const otherwise = constant(type.kind === "List" ? [] : null, type, span);
  const value = cellOf(column, span) ?? otherwise;
  const root: Node = { op: "conditional", branches: [{ condition, value }], otherwise, type, ...span };
  return { isVirtual: true, name, type, formula: partAboutRow(root, readIf.source, table) };
}

/** The condition, blank where it ends in an error other than a limit. */
export const withoutErrors = memo((condition: CheckedExpression): CheckedExpression => {
  if (!mayFail(condition)) return condition;
  const { source, row } = condition;
  const whole = { type: YES_NO, start: 0, end: source.length };
  const value: Node = { op: "formula", slot: 0, formula: condition, ...whole };
  const otherwise = constant(null, YES_NO, whole);
  return partAboutRow({ op: "try", value, otherwise, ...whole }, source, row);
});

const YES_NO: Type = { kind: "Yes/No" };

function cellOf(column: ScopeColumn, span: { start: number; end: number }): Node | undefined {
  const { name, type } = column;
  if (!column.isVirtual) return { op: "column", slot: 0, index: column.index, name, type, ...span };
  return column.formula && { op: "formula", slot: 0, formula: column.formula, type, ...span };
}

/**
 * What a condition comes to on every row for this caller: TRUE or not, undefined where it depends on the row. One that ends in an
 * error whatever the row is not TRUE.
 */
export function decidedFor(condition: CheckedExpression, context: RequestContext): boolean | undefined {
  const { root } = rewrite(condition);
  const whole = findConstant(root, context);
  if (typeof whole === "object") return whole.value === true;
  if (whole === "fails") return false;
  if (root.op !== "and" && root.op !== "or") return undefined;
  const decisive = root.op === "or";
  const decides = root.conditions.some((part) => {
    const constant = findConstant(part, context);
    return typeof constant === "object" && (constant.value === true) === decisive;
  });
  return decides ? decisive : undefined;
}

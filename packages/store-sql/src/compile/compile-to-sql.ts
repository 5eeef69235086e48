import { findConstant, isCallOf, type Node, rewrite, valueFamilyOf } from "@tablewright/core/compiler";
import type { CheckedExpression, Family } from "@tablewright/core/storage";
import { type SqlFragment, sql } from "../fragments/sql-fragment.ts";
import { compileValue } from "./compile-value.ts";
import { ALWAYS_TRUE, asCondition, compileSecurityFilter, NEVER_TRUE } from "./conditions.ts";
import { compileJunction } from "./operators/branches.ts";
import { comparable, compileComparison } from "./operators/comparison.ts";
import { compileIn } from "./rows/compile-in.ts";
import { isSeek } from "./rows/is-seek.ts";
import { readsAlias } from "./rows/other-tables.ts";
import { type RowInSql, type SqlRequest, SqlScope, type SqlStop } from "./sql-scope.ts";
import type { StoredForm } from "./sql-table.ts";
import { heldDecimal, type SqlCondition, type SqlForm, type SqlTerm } from "./sql-term.ts";

/** The scope of an expression about one row, in which each node is compiled by its kind. */
export function sqlScopeOf(request: SqlRequest, row: RowInSql | undefined): SqlScope {
  return SqlScope.of(request, row, { value: compileValue, condition: compileCondition });
}

/** What an expression is in SQL, or the node that stopped it. */
export type SqlOutcome =
  | {
      readonly sql: SqlFragment;
      /**
       * Whether running it may raise the evaluator's `EvaluationError`. A caller that meets one evaluates the expression instead: the
       * error may stand on a row that the evaluator would not have come to.
       */
      readonly mayThrow: boolean;
      readonly stopped?: undefined;
    }
  | { readonly stopped: SqlStop };

/** What a condition is in SQL; `isSeek` where it has only comparisons that indexes answer. */
type SqlTestOutcome =
  | (Exclude<SqlOutcome, { readonly stopped: SqlStop }> & { readonly isSeek: boolean })
  | { readonly stopped: SqlStop };

/**
 * A Yes/No expression about a row as a test that keeps exactly the rows for which the evaluator answers TRUE; on the
 * others it is FALSE or NULL. Limits of the evaluator's budget are not met by it.
 */
export function compileToSql(
  expression: CheckedExpression,
  row: RowInSql,
  request: SqlRequest,
): SqlTestOutcome {
  const scope = sqlScopeOf(request, row);
  const { root } = rewrite(expression);
  const condition = request.isFilter ? compileSecurityFilter(expression, scope) : scope.condition(root);
  if (condition === undefined) return stoppedIn(scope, expression);
  return {
    sql: condition.sql,
    mayThrow: condition.mayThrow,
    isSeek: !condition.mayThrow && isSeek(root, 0, row, scope),
  };
}

/**
 * An expression about a row as a value that sorts rows as the language does, blanks lowest: NULLs must come first, last
 * where it is descending. Rows that are equal in it stay in stored order.
 */
export function compileSortKey(
  expression: CheckedExpression,
  row: RowInSql,
  request: SqlRequest,
): SqlOutcome {
  const scope = sqlScopeOf(request, row);
  const value = safeValue(expression, scope, "it fails on some rows, and SQL cannot sort only by those");
  if (value === undefined) return stoppedIn(scope, expression);
  const family = valueFamilyOf(expression.type);
  const key = value.form === "moment" ? value.sql : comparable(value, family, request.dialect);
  // A bare constant after ORDER BY would be read as the position of a column, or refused.
  if (key !== undefined)
    return { sql: readsAlias(key, () => true) ? key : sql`(select ${key})`, mayThrow: false };
  scope.stop(expression.root, "this database does not order such values exactly");
  return stoppedIn(scope, expression);
}

/** What an expression is as a value, and the form it has; never one that may raise an error. */
export type SqlValueOutcome =
  | { readonly sql: SqlFragment; readonly form: StoredForm; readonly stopped?: undefined }
  | { readonly stopped: SqlStop };

/** An expression about a row as its value, blank as NULL, in a form that is read like a column's. */
export function compileToValue(
  expression: CheckedExpression,
  row: RowInSql,
  request: SqlRequest,
): SqlValueOutcome {
  const scope = sqlScopeOf(request, row);
  const value = safeValue(expression, scope, "it fails on some rows");
  if (value === undefined) return stoppedIn(scope, expression);
  const form = formOfTerm(value.form, valueFamilyOf(expression.type));
  return { sql: heldDecimal(value) ?? value.sql, form };
}

/** The value of an expression unless it may fail on a row, which is of no use for this `reason`. */
function safeValue(expression: CheckedExpression, scope: SqlScope, reason: string): SqlTerm | undefined {
  const { root } = rewrite(expression);
  const value = scope.value(root);
  return value?.mayThrow ? scope.stop(root, reason) : value;
}

/** A moment is a date or time; a count is the integer that the evaluator has for one. */
function formOfTerm(form: SqlForm, family: Family): StoredForm {
  if (form === "moment") return family as StoredForm;
  if (form === "count") return "integer";
  return form === "canonical" ? "real" : form;
}

function stoppedIn(scope: SqlScope, { root }: CheckedExpression): { readonly stopped: SqlStop } {
  return { stopped: scope.stopped ?? { stoppedAt: root, reason: "it is not said in SQL" } };
}

/** A Yes/No node as a test that is TRUE exactly where the evaluator answers TRUE. */
function compileCondition(node: Node, outer: SqlScope): SqlCondition | undefined {
  if (isCallOf(node, "IN")) return compileIn(node, outer);
  const isComparison = node.op === "binary" && node.rule.result === "Yes/No";
  if (!isComparison && node.op !== "and" && node.op !== "or") {
    const value = outer.value(node);
    return (
      value &&
      (value.constant === undefined ? asCondition(value) : value.constant === true ? ALWAYS_TRUE : NEVER_TRUE)
    );
  }
  const constant = findConstant(node, outer.request.context);
  if (constant === "fails") return outer.stop(node, "it cannot be computed");
  if (constant !== "varies") return constant.value === true ? ALWAYS_TRUE : NEVER_TRUE;
  const steps = isComparison
    ? 1
    : 1 + Math.ceil((node as { conditions: readonly Node[] }).conditions.length / 8);
  const scope = outer.inside(steps);
  if (scope === undefined) return outer.stop(node, "it is nested too deeply");
  return node.op === "binary" ? compileComparison(node, scope) : compileJunction(node, scope);
}

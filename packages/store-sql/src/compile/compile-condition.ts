import { filterReads, findConstant, isCallOf, type Node, rewrite } from "@tablewright/core/compiler";
import type { CheckedExpression } from "@tablewright/core/storage";
import { sql, sqlName } from "../fragments/sql-fragment.ts";
import { compileValue } from "./compile-value.ts";
import { ALWAYS, allOf, asCondition, NEVER } from "./conditions.ts";
import { compileComparison } from "./operators/compile-comparison.ts";
import { compileLogic } from "./operators/compile-logic.ts";
import { compileIn } from "./rows/compile-in.ts";
import type { SqlScope } from "./sql-scope.ts";
import type { SqlCondition } from "./sql-term.ts";

/** A Yes/No node as a test that is TRUE exactly where the evaluator answers TRUE. */
export function compileCondition(node: Node, outer: SqlScope): SqlCondition | undefined {
  if (isCallOf(node, "IN")) return compileIn(node, outer);
  const isComparison = node.op === "binary" && node.rule.result === "Yes/No";
  if (!isComparison && node.op !== "and" && node.op !== "or") {
    const value = compileValue(node, outer);
    return (
      value && (value.constant === undefined ? asCondition(value) : value.constant === true ? ALWAYS : NEVER)
    );
  }
  const constant = findConstant(node, outer.request.context);
  if (constant === "fails") return outer.stop(node, "it cannot be computed");
  if (constant !== "varies") return constant.value === true ? ALWAYS : NEVER;
  const steps = isComparison
    ? 1
    : 1 + Math.ceil((node as { conditions: readonly Node[] }).conditions.length / 8);
  const scope = outer.inside(steps);
  if (scope === undefined) return outer.stop(node, "it is nested too deeply");
  return node.op === "binary" ? compileComparison(node, scope) : compileLogic(node, scope);
}

/**
 * A security filter as such a test. A row of which it reads what is no value is hidden; where such a value may be in another table, and a
 * blank in its place might show more rows, the filter is left to the evaluator.
 */
export function compileFilter(filter: CheckedExpression, scope: SqlScope): SqlCondition | undefined {
  const { own, others } = filterReads(filter, scope.request.context.user);
  const { root } = rewrite(filter);
  for (const [name, columns] of others) {
    const stored = scope.request.tableOf(name)?.columns ?? [];
    if ([...columns.keys()].some((at) => stored[at]?.isValue !== undefined))
      return scope.stop(root, `what "${name}" holds may be no value, and the row is hidden then`);
  }
  const condition = compileCondition(root, scope);
  const row = scope.rows.get(0);
  if (condition === undefined || row === undefined) return condition;
  const tests = [...own.keys()].flatMap((at): readonly SqlCondition[] => {
    const { name, isValue, isBlank } = row.table.columns[at] ?? {};
    if (name === undefined || isValue === undefined) return [];
    const column = sqlName(row.alias, name);
    const blank = isBlank?.(column) ?? sql`${column} is null`;
    return [{ sql: sql`(${blank} or ${isValue(column)})`, isTwoValued: false, mayThrow: false }];
  });
  return tests.length === 0 ? condition : allOf([...tests, condition]);
}

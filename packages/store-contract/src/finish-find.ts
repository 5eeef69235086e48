import { compareValues, evaluateRow, valueFamilyOf } from "@tablewright/core/compiler";
import type { FindPlan, FoundRows, RequestContext, Row, SortKey } from "@tablewright/core/storage";

/** Does row by row what a store left undone of a plan, by the evaluator alone. */
export function finishFind(found: FoundRows, plan: FindPlan): readonly Row[] {
  const { conditions, order, limit, context } = plan;
  const residual = new Set(found.residual);
  const left = conditions.filter((one) => residual.has(one));
  const matches = found.rows.filter((row) => left.every((one) => evaluateRow(one, row, context) === true));
  const sorted = found.ordered ? matches : sortByKeys(matches, order, context);
  return found.limited ? sorted : sorted.slice(0, limit);
}

/** The rows a plan wants of `rows`, with nothing done by a store. */
export function answerPlan(rows: readonly Row[], plan: FindPlan): readonly Row[] {
  return finishFind({ rows, residual: plan.conditions, ordered: false, limited: false }, plan);
}

function sortByKeys(
  rows: readonly Row[],
  order: readonly SortKey[],
  context: RequestContext,
): readonly Row[] {
  const keyed = rows.map((row) => ({
    row,
    values: order.map(({ expression }) => evaluateRow(expression, row, context)),
  }));
  keyed.sort((left, right) => {
    for (const [at, { expression, descending }] of order.entries()) {
      const family = valueFamilyOf(expression.type);
      const difference = compareValues(left.values[at] ?? null, right.values[at] ?? null, family);
      if (difference !== 0) return descending ? -difference : difference;
    }
    return 0;
  });
  return keyed.map(({ row }) => row);
}

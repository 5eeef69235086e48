import type { CheckedExpression } from "./checked-expression.ts";

/** Every computed column and filter that expressions read, also by way of others, with how many places read it. */
export function readingsOf(
  expressions: readonly CheckedExpression[],
): ReadonlyMap<CheckedExpression, number> {
  const readings = new Map<CheckedExpression, number>();
  const waiting = [...expressions];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const formula of next.references.formulas) {
      const earlier = readings.get(formula) ?? 0;
      readings.set(formula, earlier + 1);
      if (earlier === 0) waiting.push(formula);
    }
  }
  return readings;
}

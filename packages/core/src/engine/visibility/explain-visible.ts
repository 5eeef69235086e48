import type { CheckedExpression } from "../../expression/parts.ts";
import type { FindPlan, PlanExplanation, RowReader, RowSecurity } from "../../storage/index.ts";
import { behindFilter } from "./askable-part.ts";

/** How the rows of a plan are found through the security filter of its table. */
export async function explainVisible(
  stored: RowReader,
  plan: FindPlan,
  rowSecurity: RowSecurity,
): Promise<PlanExplanation> {
  const filter = rowSecurity.filterOf(plan.table);
  const pushed = filter === undefined ? { ...plan, rowSecurity } : behindFilter(plan, filter, rowSecurity);
  const explained = await stored.explain?.(pushed);
  if (explained === undefined) return allLeft(plan, "the store does not say what it does itself");
  if (filter === undefined || (explained.filtered && pushed.conditions === plan.conditions)) return explained;
  const why = explained.filtered
    ? "the security filter may fail on a row, and is pushed down alone"
    : "the security filter is tried before it, and is not pushed down";
  const reasons = new Map(explained.residual.map(({ condition, reason }) => [condition, reason]));
  return { ...explained, ...allLeft(plan, why, reasons) };
}

/** The explanation of a plan that the engine carries out as a whole. */
export function allLeft(
  { conditions }: FindPlan,
  why: string,
  reasons: ReadonlyMap<CheckedExpression, string> = new Map(),
): PlanExplanation {
  const residual = conditions.map((condition) => ({ condition, reason: reasons.get(condition) ?? why }));
  return { residual, ordered: false, limited: false, computed: [], grouped: false, ungrouped: why };
}

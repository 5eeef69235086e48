import type { FindPlan, PlanExplanation, RowReader, RowSecurity } from "../../storage/index.ts";
import { behindFilter } from "../visibility/askable-part.ts";

/** How the rows of a plan are found through the security filter of its table. */
export async function explainVisible(
  stored: RowReader,
  plan: FindPlan,
  rowSecurity: RowSecurity,
): Promise<PlanExplanation> {
  const filter = rowSecurity.filterOf(plan.table);
  const asked = filter === undefined ? { ...plan, rowSecurity } : behindFilter(plan, filter, rowSecurity);
  const told = await stored.explain?.(asked);
  if (told === undefined) return allKept(plan, "the store does not say what it does itself");
  if (filter === undefined || (told.filtered && asked.conditions === plan.conditions)) return told;
  const why = told.filtered
    ? "the security filter may fail on a row, and is pushed down alone"
    : "the security filter is tried before it, and is not pushed down";
  const reasons = new Map(told.kept.map(({ position, reason }) => [position, reason]));
  return { ...told, ...allKept(plan, why, reasons), computed: [], grouped: false, ungrouped: why };
}

function allKept(
  { conditions }: FindPlan,
  why: string,
  reasons: ReadonlyMap<number, string> = new Map(),
): PlanExplanation {
  const kept = [...conditions.keys()].map((position) => ({ position, reason: reasons.get(position) ?? why }));
  return { kept, ordered: false, limited: false };
}

import type { CheckedExpression } from "../expression/index.ts";
import type { FindPlan, PlanExplanation, RowReader } from "../storage/index.ts";
import { behindFilter, throughFilters } from "./askable-part.ts";

/** How the rows of a plan are found through the security filter of its table. */
export async function explainVisible(
  stored: RowReader,
  plan: FindPlan,
  filterOf: (table: string) => CheckedExpression | undefined,
): Promise<PlanExplanation> {
  const filter = filterOf(plan.table);
  const asked = filter === undefined ? throughFilters(plan, filterOf) : behindFilter(plan, filter, filterOf);
  const told = await stored.explain?.(asked);
  if (told === undefined) return allKept(plan, "the store does not say what it does itself");
  if (filter === undefined) return told;
  const ofFilter = told.kept.find(({ position }) => position === 0);
  const kept = told.kept
    .filter(({ position }) => position > 0)
    .map(({ position, reason }) => ({ position: position - 1, reason }));
  if (ofFilter === undefined) return { ...told, kept };
  return { ...told, kept, ordered: false, limited: false };
}

function allKept({ conditions }: FindPlan, reason: string): PlanExplanation {
  const kept = [...conditions.keys()].map((position) => ({ position, reason }));
  return { kept, ordered: false, limited: false };
}

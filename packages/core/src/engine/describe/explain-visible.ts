import type { FindPlan, PlanExplanation, RowReader, Sight } from "../../storage/index.ts";
import { behindFilter } from "../visibility/askable-part.ts";

/** How the rows of a plan are found through the security filter of its table. */
export async function explainVisible(
  stored: RowReader,
  plan: FindPlan,
  sight: Sight,
): Promise<PlanExplanation> {
  const filter = sight.filterOf(plan.table);
  const asked = filter === undefined ? { ...plan, sight } : behindFilter(plan, filter, sight);
  const told = await stored.explain?.(asked);
  if (told === undefined) return allKept(plan, "the store does not say what it does itself");
  if (filter === undefined || (told.filtered && asked.conditions === plan.conditions)) return told;
  const why = told.filtered
    ? "the security filter may fail on a row, and is pushed down alone"
    : "the security filter is tried before it, and is not pushed down";
  const reasons = new Map(told.kept.map(({ position, reason }) => [position, reason]));
  return { ...told, ...allKept(plan, why, reasons), computed: [] };
}

function allKept(
  { conditions }: FindPlan,
  why: string,
  reasons: ReadonlyMap<number, string> = new Map(),
): PlanExplanation {
  const kept = [...conditions.keys()].map((position) => ({ position, reason: reasons.get(position) ?? why }));
  return { kept, ordered: false, limited: false };
}

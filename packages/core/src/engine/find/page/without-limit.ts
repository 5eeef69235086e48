import type { PlannedFind } from "../planned-find.ts";

/** The same plan for rows that are cut off later. */
export function withoutLimit(plan: PlannedFind): PlannedFind {
  const { limit: _, ...pushed } = plan.pushed;
  return { ...plan, limit: undefined, pushed };
}

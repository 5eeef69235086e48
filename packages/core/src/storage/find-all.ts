import type { FindPlan, Found } from "./find-plan.ts";
import type { Row } from "./row.ts";
import { allRowsOf } from "./row-batches.ts";
import type { RowReader } from "./store.ts";

/** What was found, all of it in memory. */
export interface FoundRows extends Omit<Found, "batches"> {
  readonly rows: readonly Row[];
}

/** Finds the rows of a plan and holds all of them. */
export async function findAll(reader: RowReader, plan: FindPlan): Promise<FoundRows> {
  const { batches, ...done } = await reader.find(plan);
  return { ...done, rows: await allRowsOf(batches) };
}

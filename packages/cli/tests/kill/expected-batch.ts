import { linesOf, ordersOf, STEPS, type Step } from "./batch.ts";

/** What a store has of one batch; all lists sorted. */
export interface BatchContents {
  /** `order state state-twice` */
  readonly orders: readonly string[];
  /** `order line count` */
  readonly lines: readonly string[];
  /** `order state`, what the rule wrote into the journal. */
  readonly journal: readonly string[];
  /** `order/state`, what the events tell. */
  readonly events: readonly string[];
  /** `order change`, from the history of the rule. */
  readonly runs: readonly string[];
}

/** What has to be there of a batch that is at a step, no more and no less. */
export function expectedBatch(batch: number, step: Step): BatchContents {
  const orders = ordersOf(batch);
  const changes = CHANGES.filter(({ at }) => at <= step);
  const state = changes.at(-1)?.state;
  const isThere = step >= 1 && step < STEPS.indexOf("deleted");
  const forEach = (tell: (order: string, change: (typeof CHANGES)[number]) => string) =>
    orders.flatMap((order) => changes.map((change) => tell(order, change))).sort();
  return {
    orders: isThere ? orders.map((order) => `${order} ${state} ${state}${state}`).sort() : [],
    lines:
      isThere && step >= STEPS.indexOf("lined")
        ? orders.flatMap((order) => linesOf(order).map((line) => `${order} ${line} ${countAt(step)}`)).sort()
        : [],
    journal: forEach((order, change) => `${order} ${change.state}`),
    events: forEach((order, change) => `${order}/${change.state}`),
    runs: forEach((order, { change }) => `${order} ${change}`),
  };
}

/** What each line has counted: nothing before it was edited, one more by the action. */
function countAt(step: Step): number | null {
  if (step < STEPS.indexOf("counted")) return null;
  return step < STEPS.indexOf("raised") ? 1 : 2;
}

/** The steps that change orders, and so set off the rule. */
const CHANGES = [
  { at: STEPS.indexOf("ordered"), change: "add", state: "open" },
  { at: STEPS.indexOf("edited"), change: "edit", state: "edited" },
  { at: STEPS.indexOf("closed"), change: "edit", state: "closed" },
  { at: STEPS.indexOf("deleted"), change: "delete", state: "closed" },
];

import type { Value } from "../../../values/index.ts";
import type { RequestContext } from "../../runtime/request-context.ts";
import type { Steps } from "../../runtime/steps.ts";
import type { RowOrder } from "../columns/order-rows.ts";
import { RowEvaluation, UNFINISHED } from "./row-evaluation.ts";

type Row = readonly Value[];

/** Calls back with the sort values of each row, each computed once, row by row and with pauses. */
export function sortValues(
  order: readonly RowOrder[],
  context: RequestContext,
): (rows: readonly Row[], use: (row: Row, at: number, values: readonly Value[]) => void) => Steps<void> {
  const { meter } = context;
  const keys = order.map(({ expression }) => new RowEvaluation(expression, context));
  return function* (rows, use) {
    for (const [at, row] of rows.entries()) {
      meter.spend(1);
      if (meter.isPauseDue) yield;
      const values: Value[] = [];
      for (const key of keys) {
        let value = key.attempt(row);
        if (value === UNFINISHED) value = yield* key.inSteps(row);
        values.push(value);
      }
      use(row, at, values);
    }
  };
}

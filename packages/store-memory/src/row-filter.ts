import { RowEvaluation } from "@tablewright/core/compiler";
import type { CheckedExpression, RequestContext, Row, Task } from "@tablewright/core/storage";

/**
 * Whether a row passes conditions. A task where one of them is:
 * `filter.sync ? filter.sync(row) : yield* filter.task(row)`.
 */
export type RowFilter =
  | { readonly sync: (row: Row) => boolean; readonly task?: undefined }
  | { readonly sync?: undefined; readonly task: (row: Row) => Task<boolean> };

/**
 * Whether all conditions are TRUE on a row, in their order and no further than the first that is not. Each row costs one
 * step of the request's budget; throws what evaluation throws.
 */
export function rowFilter(conditions: readonly CheckedExpression[], context: RequestContext): RowFilter {
  if (conditions.length === 0) return { sync: () => true };
  const { meter } = context;
  const evaluations = conditions.map((condition) => new RowEvaluation(condition, context));
  const closures = evaluations.flatMap(({ sync }) => sync ?? []);
  if (closures.length === evaluations.length)
    return {
      sync(row) {
        meter.spend(1);
        for (const evaluate of closures) if (evaluate(row) !== true) return false;
        return true;
      },
    };
  return {
    *task(row) {
      meter.spend(1);
      for (const one of evaluations)
        if ((one.sync ? one.sync(row) : yield* one.task(row)) !== true) return false;
      return true;
    },
  };
}

/** Whether a row passes both: the second is asked only of rows that pass the first. */
export function bothFilters(first: RowFilter, second: RowFilter): RowFilter {
  if (first.sync && second.sync) {
    const [passesFirst, passesSecond] = [first.sync, second.sync];
    return { sync: (row) => passesFirst(row) && passesSecond(row) };
  }
  return {
    *task(row) {
      if (!(first.sync ? first.sync(row) : yield* first.task(row))) return false;
      return second.sync ? second.sync(row) : yield* second.task(row);
    },
  };
}

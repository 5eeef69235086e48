import { rewrite } from "../../rewrite/rewrite.ts";
import type { RequestContext } from "../../runtime/request-context.ts";
import type { Steps } from "../../runtime/steps.ts";
import type { CheckedExpression } from "../../tree/checked-expression.ts";
import { evaluatorOf } from "../compile.ts";
import { makeFrame, NO_ROW } from "../frame.ts";
import { ChunkSize } from "./chunk-size.ts";
import type { Filter } from "./column-run.ts";
import type { ColumnTable } from "./column-table.ts";
import { compileFilter } from "./compile-filter.ts";
import { keepWhereAll } from "./filter-logic.ts";
import { stepwiseSelectionBy } from "./select-rows.ts";

/**
 * As `selectRows`, for conditions that must all be TRUE: they are tried in their order, and no further than the first
 * that is not. The selection it answers is for any number of tables whose columns stand alike.
 */
export function selectWhereAll(
  conditions: readonly CheckedExpression[],
  context: RequestContext,
): (table: ColumnTable) => Steps<Int32Array> {
  const select = stepwiseSelectionBy(keepWhereAll(conditions.map(filterOf)), keepWhereAllByRow(conditions));
  const frame = makeFrame(NO_ROW, context);
  const size = new ChunkSize();
  return (table) => select(table, frame, size);
}

function filterOf(condition: CheckedExpression): Filter {
  const existing = filters.get(condition);
  if (existing !== undefined) return existing;
  const filter = compileFilter(rewrite(condition).root, 0);
  filters.set(condition, filter);
  return filter;
}

const filters = new WeakMap<CheckedExpression, Filter>();

/** Row by row rather than condition by condition, so that the error of the first row is met first. */
function keepWhereAllByRow(conditions: readonly CheckedExpression[]): Filter {
  const evaluators = conditions.map(evaluatorOf);
  return (positions, count, { table, frame }) => {
    let matches = 0;
    for (let at = 0; at < count; at++) {
      const position = positions[at] as number;
      const row = table.rows[position] as (typeof table.rows)[number];
      frame.rows[0] = row;
      if (!evaluators.every((evaluate) => evaluate(row, frame) === true)) continue;
      positions[matches] = position;
      matches += 1;
    }
    return matches;
  };
}

import { EvaluationError } from "../../expression/parts.ts";
import type { RowReader } from "../../storage/index.ts";
import type { Call } from "../calls/call.ts";
import type { Result } from "../calls/result.ts";
import { answerFound } from "./answer-found.ts";
import { countRows } from "./count-rows.ts";
import { PagedRows } from "./page/paged-rows.ts";
import { withPart } from "./page/with-part.ts";
import type { PlannedFind } from "./planned-find.ts";
import { type PlannedRows, runFind } from "./run-find.ts";

/**
 * What a plan finds; undefined when something failed on a row. Then the call is carried out as the language defines it,
 * so that the caller reads what evaluating reports, whether store or engine met a row first. Where the store came
 * upon a limit, the engine looks at the rows one after the other before, and what it says of limits stands: a table
 * whose texts are too many to be evaluated is not read as a whole.
 */
export async function findByPlan(
  call: Call,
  transaction: RowReader,
  plan: PlannedFind,
): Promise<Result | undefined> {
  const result = await tryPlan(call, transaction, plan);
  if (!(result instanceof EvaluationError)) return result;
  if (!isLimit(result)) return undefined;
  const { table, context } = plan.pushed;
  const looked = await tryPlan(call, transaction, {
    ...plan,
    pushed: { table, conditions: [], order: [], context },
    computed: [],
  });
  if (!(looked instanceof EvaluationError)) return looked;
  if (isLimit(looked)) throw looked;
  return undefined;
}

function isLimit({ code }: EvaluationError): boolean {
  return code.startsWith("limit/");
}

/** The error that was met on a row is answered; after it nothing is spent. */
async function tryPlan(
  call: Call,
  transaction: RowReader,
  plan: PlannedFind,
): Promise<Result | EvaluationError> {
  const { request } = call;
  const { spent } = request.meter;
  const matches = foundBy(call, transaction, plan);
  try {
    const result = await answerFound(
      call,
      transaction,
      matches,
      plan.isSliceApplied || plan.pageOrder !== undefined,
    );
    if (!(matches instanceof PagedRows)) return result;
    return matches.isCutOff
      ? await tryPlan(call, transaction, withoutLimit(plan))
      : await withPart(call, result, matches.next, () => countRows(call, transaction, plan));
  } catch (thrown) {
    if (!matches.hasFailed || !(thrown instanceof EvaluationError) || thrown.code === "limit/time")
      throw thrown;
    request.meter.rewind(spent);
    return thrown;
  }
}

function foundBy(call: Call, transaction: RowReader, plan: PlannedFind): PagedRows | PlannedRows {
  const { page } = call;
  const rows = runFind(call, transaction, plan);
  if (page === undefined || plan.pageOrder === undefined) return rows;
  const { isSliceApplied, pageOrder, order } = plan;
  const isSorted = order === pageOrder;
  const most = isSorted ? (plan.limit ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
  return new PagedRows(call, transaction, { rows, order: pageOrder, isSorted, isSliceApplied, most }, page);
}

/** The same plan for rows that are cut off later. */
function withoutLimit(plan: PlannedFind): PlannedFind {
  const { limit: _, ...pushed } = plan.pushed;
  return { ...plan, limit: undefined, pushed };
}

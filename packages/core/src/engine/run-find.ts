import { type CheckedExpression, rowEvaluatorIn } from "../expression/index.ts";
import { mayFail } from "../expression/planning.ts";
import type { Row, RowReader } from "../storage/index.ts";
import type { Call } from "./call.ts";
import type { PlannedFind } from "./plan-find.ts";
import { sortFound } from "./sort-found.ts";
import { gather } from "./stages/gather.ts";

/**
 * The rows of a plan in its order. What the store left undone is done here, a batch of rows at a time. Throws `RunFault`
 * when a condition or sort value fails on some row: which fault the caller is to see, evaluating the Selector decides.
 */
export async function runFind(
  call: Call,
  transaction: RowReader,
  plan: PlannedFind,
): Promise<readonly Row[]> {
  const { conditions, order, limit = Number.POSITIVE_INFINITY, asked } = plan;
  const found = await transaction.find(asked);
  const isLeft = (at: number) => at >= asked.conditions.length || found.kept.includes(at);
  const left = conditions.filter((_, at) => isLeft(at));
  const isSorted = order.length === 0 || (asked.order.length > 0 && found.ordered);
  if (isSorted && left.length === 0)
    return found.rows.length > limit ? found.rows.slice(0, limit) : found.rows;
  const wanted = keepRows(call, transaction, found.rows, left);
  return isSorted
    ? firstRows(wanted, limit, left.some(mayFail))
    : sortFound(call, transaction, wanted, order, limit);
}

/** Rows whose evaluation asks for the rows of other tables together. */
const BATCH = 4_096;

/** The rows that satisfy the conditions, in batches; each row costs one step of the request's budget. */
async function* keepRows(
  call: Call,
  transaction: RowReader,
  rows: readonly Row[],
  conditions: readonly CheckedExpression[],
): AsyncGenerator<readonly Row[]> {
  const { request } = call;
  const tests = conditions.map((condition) => rowEvaluatorIn(condition, request));
  const isWanted = (row: Row) => {
    request.meter.spend(1);
    for (const test of tests) if (test(row) !== true) return false;
    return true;
  };
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.length <= BATCH ? rows : rows.slice(start, start + BATCH);
    yield tests.length === 0 ? batch : await gather(call, transaction, () => batch.filter(isWanted));
  }
}

/** The first rows; where a condition may fail the others are tried as well, because evaluating tries them all. */
async function firstRows(
  batches: AsyncIterable<readonly Row[]>,
  limit: number,
  mustTryAll: boolean,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for await (const batch of batches) {
    for (const row of batch) if (rows.length < limit) rows.push(row);
    if (rows.length >= limit && !mustTryAll) break;
  }
  return rows;
}

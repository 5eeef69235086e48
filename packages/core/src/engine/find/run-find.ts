import {
  type CheckedExpression,
  comparing,
  mayFail,
  type RequestContext,
  RowEvaluation,
  runWithPauses,
  type SortableRow,
  sortValues,
  type Task,
  TopRows,
} from "../../expression/parts.ts";
import type { VirtualColumnDefinition } from "../../schema/index.ts";
import type { Found, Row, RowBatches, RowGroup, RowReader, SortKey } from "../../storage/index.ts";
import type { FoundBatches } from "../answers/answered-rows.ts";
import { batchLoad } from "../batch-loading/batch-loaded-tables.ts";
import type { Call } from "../calls/call.ts";
import { rowsInSlice } from "../stages/load-rows.ts";
import { inParts } from "../visibility/filtered-plan.ts";
import type { PlannedFind } from "./plan-find.ts";

/** Runs a plan when its rows are asked for. */
export function runFind(call: Call, transaction: RowReader, plan: PlannedFind): PlannedRows {
  return new PlannedRows(call, transaction, plan);
}

/**
 * The rows of a plan in its order. What the store left undone is done here, a batch of rows at a time: rows that are not
 * wanted are not held. Throws `EvaluationError` when a condition or sort value fails on some row: which error the caller is to
 * see, evaluating the Selector decides.
 */
export class PlannedRows implements FoundBatches {
  /** Whether it was this that failed, and not who works on the rows. */
  hasFailed = false;
  computed: readonly VirtualColumnDefinition[] = [];
  groups: AsyncIterable<readonly RowGroup[]> | undefined;
  readonly #call: Call;
  readonly #transaction: RowReader;
  readonly #plan: PlannedFind;

  constructor(call: Call, transaction: RowReader, plan: PlannedFind) {
    this.#call = call;
    this.#transaction = transaction;
    this.#plan = plan;
  }

  [Symbol.asyncIterator](): AsyncGenerator<readonly Row[]> {
    return this.#noting(this.#rows());
  }

  async *#rows(): AsyncGenerator<readonly Row[]> {
    const { pushed, computed } = this.#plan;
    const result = await this.#transaction.find(pushed);
    if (result.groups !== undefined) {
      this.groups = this.#noting(result.groups);
      return;
    }
    this.computed = (result.computed ?? []).flatMap(
      (one) => computed.find(({ formula }) => formula === one) ?? [],
    );
    yield* this.#finish(result);
  }

  async *#noting<T>(parts: AsyncIterable<T>): AsyncGenerator<T> {
    try {
      yield* parts;
    } catch (thrown) {
      this.hasFailed = true;
      throw thrown;
    }
  }

  async *#finish(found: Found): AsyncGenerator<readonly Row[]> {
    const [call, transaction] = [this.#call, this.#transaction];
    const { conditions, order, limit = Number.POSITIVE_INFINITY, pushed } = this.#plan;
    const residual = new Set(found.residual);
    const left = conditions.filter((one, at) => at >= pushed.conditions.length || residual.has(one));
    const isSorted = order.length === 0 || (pushed.order.length > 0 && found.ordered);
    const matches =
      left.length === 0 ? found.batches : keepRows(call, transaction, inParts(found.batches), left);
    if (isSorted)
      yield* firstRows(
        matches,
        limit,
        left.some((condition) => mayFail(condition, call.read.context)),
      );
    else yield await sortFound(call, transaction, inParts(matches), order, limit);
  }
}

/** The rows that satisfy the conditions; each row costs one step of the request's budget. */
async function* keepRows(
  call: Call,
  transaction: RowReader,
  batches: RowBatches,
  conditions: readonly CheckedExpression[],
): AsyncGenerator<readonly Row[]> {
  const { context } = call.read;
  const tests = conditions.map((condition) => new RowEvaluation(condition, context));
  for await (const rows of batches) {
    yield await batchLoad(call, transaction, () => testRows(tests, rows, context));
  }
}

function* testRows(
  tests: readonly RowEvaluation[],
  rows: readonly Row[],
  { meter, host }: RequestContext,
): Task<readonly Row[]> {
  const matches: Row[] = [];
  for (const row of rows) {
    meter.spend(1);
    if (meter.isPauseDue) yield;
    let isMatch = true;
    try {
      for (const test of tests) {
        isMatch = (test.sync ? test.sync(row) : yield* test.task(row)) === true;
        if (!isMatch) break;
      }
    } catch (thrown) {
      if (!host?.defers(thrown)) throw thrown;
    }
    if (isMatch) matches.push(row);
  }
  return matches;
}

/** The first rows; where a condition may fail the others are tried as well, because evaluating tries them all. */
async function* firstRows(
  batches: RowBatches,
  limit: number,
  mustTryAll: boolean,
): AsyncGenerator<readonly Row[]> {
  let left = limit;
  for await (const batch of batches) {
    if (left > 0) yield batch.length <= left ? batch : batch.slice(0, left);
    left -= batch.length;
    if (left <= 0 && !mustTryAll) return;
  }
}

/** The first `limit` of the rows in the order of the keys; equal rows stay in the order they came in. */
async function sortFound(
  call: Call,
  transaction: RowReader,
  batches: RowBatches,
  order: readonly SortKey[],
  limit: number,
): Promise<readonly Row[]> {
  const top = new TopRows<SortableRow>(limit, comparing(order));
  const valuesOf = sortValues(order, call.read.context);
  let position = 0;
  for await (const batch of batches) {
    const first = position;
    // A batch whose rows of other tables are still missing is evaluated again, from its first row.
    const sorted = await batchLoad(call, transaction, () => sortablesOf(valuesOf, batch, first));
    for (const one of sorted) top.add(one);
    position += batch.length;
  }
  const { meter } = call.read.context;
  return (await runWithPauses(top.sortedAsTask(meter), meter)).map(({ row }) => row);
}

function* sortablesOf(
  valuesOf: ReturnType<typeof sortValues>,
  batch: readonly Row[],
  first: number,
): Task<readonly SortableRow[]> {
  const matches: SortableRow[] = [];
  yield* valuesOf(batch, (row, at, values) => matches.push({ row, position: first + at, values }));
  return matches;
}

/** How many rows there are in all parts of a plan. Where no TOP decides which they are their order is left out. */
export async function countFound(call: Call, transaction: RowReader, plan: PlannedFind): Promise<number> {
  let count = 0;
  const matches = runFind(call, transaction, planOfAll(plan));
  for await (const rows of matches) {
    const own = plan.isSliceApplied
      ? rows
      : await batchLoad(call, transaction, () => rowsInSlice(call, rows));
    count += own.length;
    const { meter } = call.read.context;
    await meter.giveWay();
  }
  for await (const groups of matches.groups ?? []) for (const { rows } of groups) count += rows;
  return count;
}

/** The plan of the rows of all parts, which a store may count. */
export function planOfAll(plan: PlannedFind): PlannedFind {
  if (plan.order !== plan.pageOrder)
    return { ...plan, computed: [], pushed: { ...plan.pushed, computed: [] } };
  const { seeks } = plan;
  const conditions = plan.conditions.slice(seeks);
  const { limit: _, ...pushed } = plan.pushed;
  const isPushed = pushed.conditions.length === plan.conditions.length && plan.isSliceApplied;
  return {
    ...plan,
    conditions,
    order: [],
    limit: undefined,
    computed: [],
    pushed: {
      ...pushed,
      conditions: pushed.conditions.slice(seeks),
      order: [],
      computed: [],
      ...(isPushed ? { grouping: ONE_GROUP } : {}),
    },
  };
}

const ONE_GROUP = { by: [], folds: [] };

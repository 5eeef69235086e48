import { type Diagnostic, diagnose, type Outcome } from "../../diagnostics/index.ts";
import {
  type CheckedExpression,
  EvaluationError,
  evaluateAsTask,
  explainEvaluationError,
  type Task,
} from "../../expression/parts.ts";
import { batchOf, type Row, type RowReader, type SortKey } from "../../storage/index.ts";
import type { Value } from "../../values/index.ts";
import { batchLoad } from "../batch-loading/batch-load.ts";
import type { Call } from "../calls/call.ts";
import { type Result, rejected } from "../calls/result.ts";
import { rowsInSlice } from "../stages/load-rows.ts";
import { answerFound, answerPage, PagedRows, withPageInfo } from "./answer-found.ts";
import type { FindPage, PageEnd } from "./find-page.ts";
import { compareExactly } from "./page-order.ts";
import type { PlannedFind } from "./plan-find.ts";
import { writeCursor } from "./read-page.ts";
import { countFound, type PlannedRows, runFind } from "./run-find.ts";

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
  const { context } = call.read;
  const { spent } = context.meter;
  const matches = foundBy(call, transaction, plan);
  try {
    const result = await answerFound(
      call,
      transaction,
      matches,
      plan.isSliceApplied || plan.pageOrder !== undefined,
    );
    if (!(matches instanceof PagedRows)) return result;
    return matches.isTruncated
      ? await tryPlan(call, transaction, withoutLimit(plan))
      : await withPageInfo(call, result, matches.next, () => countFound(call, transaction, plan));
  } catch (thrown) {
    if (!matches.hasFailed || !(thrown instanceof EvaluationError) || thrown.code === "limit/time")
      throw thrown;
    context.meter.rewind(spent);
    return thrown;
  }
}

function foundBy(call: Call, transaction: RowReader, plan: PlannedFind): PagedRows | PlannedRows {
  const { page } = call.answer;
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

/** Finds the rows that a Selector names by evaluating it. `order` is that of parts, where it is not that of its list. */
export async function findByEvaluating(
  call: Call,
  transaction: RowReader,
  selector: CheckedExpression,
  order: readonly SortKey[] | undefined,
): Promise<Result> {
  const selected: Outcome<readonly Row[]> = await batchLoad(call, transaction, () =>
    selectRows(call, selector),
  );
  const rows = selected.output;
  if (rows === undefined) return rejected(selected.diagnostics);
  if (call.answer.page === undefined || order !== undefined)
    return answerPage(call, transaction, batchOf(rows), order);
  const own = await batchLoad(call, transaction, () => rowsInSlice(call, rows));
  const part = pageOfList(call, own, call.answer.page);
  if (part.output === undefined) return rejected(part.diagnostics);
  const result = await answerFound(call, transaction, batchOf(part.output.rows), true);
  return withPageInfo(call, result, part.output.next, async () => own.length);
}

/** Rows of a list of keys, and the cursor of those after them. */
interface ListPage {
  readonly rows: readonly Row[];
  readonly next: string | undefined;
}

/**
 * The part of a Selector's list, whose order is its own: it begins after the row that was last. When that row is not in the
 * list any more nothing tells where to go on, which is an error.
 */
function pageOfList({ table }: Call, rows: readonly Row[], page: FindPage): Outcome<ListPage> {
  const { limit, after, fingerprint } = page;
  const endOf = (row: Row): PageEnd => ({
    order: undefined,
    key: table.key.map(({ index }) => row[index] ?? null),
  });
  const at = after === undefined ? -1 : rows.findIndex((row) => compareExactly(endOf(row), after) === 0);
  if (after !== undefined && at === -1)
    return { output: undefined, diagnostics: [diagnose("request/cursor-lost", {})] };
  const shown = rows.slice(at + 1, at + 1 + limit);
  const last = shown.at(-1);
  const hasMore = last !== undefined && at + 1 + shown.length < rows.length;
  const next = hasMore ? writeCursor(endOf(last), fingerprint) : undefined;
  return { output: { rows: shown, next }, diagnostics: [] };
}

/** The rows a Selector names, in the order of its list, each once; values that name no row are left out. */
function* selectRows(call: Call, selector: CheckedExpression): Task<Outcome<readonly Row[]>> {
  const named = yield* evaluate(call, selector);
  if (named.output === undefined) return { output: undefined, diagnostics: named.diagnostics };
  const keys = Array.isArray(named.output) ? named.output : [named.output];
  const stored = call.read.context.rowsOf(call.table.name);
  const rows = new Set<Row>();
  for (const key of keys) {
    const row = key === null ? undefined : stored.find(key);
    if (row !== undefined) rows.add(row);
  }
  return { output: [...rows], diagnostics: [] };
}

function* evaluate(
  { read: { context } }: Call,
  selector: CheckedExpression,
): Task<Outcome<Value> & { readonly diagnostics: readonly Diagnostic[] }> {
  try {
    return { output: yield* evaluateAsTask(selector, [], context), diagnostics: [] };
  } catch (thrown) {
    if (thrown instanceof EvaluationError)
      return { output: undefined, diagnostics: [explainEvaluationError(thrown)] };
    throw thrown;
  }
}

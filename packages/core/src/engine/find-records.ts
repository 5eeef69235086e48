import { type Diagnostic, diagnose, type Outcome } from "../diagnostics/index.ts";
import {
  type CheckedExpression,
  EvaluationError,
  evaluateAsTask,
  explainEvaluationError,
  isKeyOf,
  type Node,
  type Task,
} from "../expression/parts.ts";
import {
  batchOf,
  type Row,
  type RowBatches,
  type RowReader,
  type SortKey,
  type Store,
} from "../storage/index.ts";
import type { Value } from "../values/index.ts";
import { jsonRowsOf } from "./answers/answered-rows.ts";
import { batchLoad } from "./batch-loading/batch-loaded-tables.ts";
import type { Call, FindPage, PageEnd } from "./calls/call.ts";
import type { EngineRequest } from "./calls/request.ts";
import { type Result, rejected } from "./calls/result.ts";
import { answerFound, answerPage, answerRows, PagedRows, withPageInfo } from "./find/answer-found.ts";
import { isRefTo } from "./find/check-selector.ts";
import { compareExactly, pageOrder } from "./find/page-order.ts";
import type { PlannedFind } from "./find/plan-find.ts";
import { writeCursor } from "./find/read-page.ts";
import { planRead, type ReadPlan, type RowsOfKeys, readPlanned } from "./find/read-plan.ts";
import { countFound, type PlannedRows, runFind } from "./find/run-find.ts";
import { compareKeys } from "./keys/key-from.ts";
import { rowsInSlice } from "./stages/load-rows.ts";

/** Find: by Selector in the order of its list, by keys in table order, or all rows. A key without a row is left out. */
export async function findRecords(
  begun: Call,
  store: Pick<Store, "read">,
  request: EngineRequest,
): Promise<Result> {
  const planning = planRead(begun, request);
  const { output: plan, diagnostics } = planning instanceof Promise ? await planning : planning;
  if (plan === undefined) return rejected(diagnostics);
  const { call, selector } = plan;
  const result = await readPlanned(plan, store, (call, rows) => answerPlan(call, rows, plan), rejected);
  if (!result.ok || selector === undefined || jsonRowsOf(result).count > 0) return result;
  return { ...result, warnings: [...result.warnings, ...otherValues(call, selector)] };
}

/** Answers a plan from what a reader gives. */
export function answerPlan(
  call: Call,
  transaction: RowReader,
  { strategy, selector }: ReadPlan,
): Promise<Result> {
  if (strategy.shape === "keys") return answerKeys(call, transaction, strategy);
  return strategy.shape === "evaluated"
    ? findByEvaluating(call, transaction, strategy.selector, undefined)
    : answerFind(call, transaction, strategy, selector);
}

async function answerFind(
  call: Call,
  transaction: RowReader,
  plan: PlannedFind,
  selector: ReadPlan["selector"],
): Promise<Result> {
  const planned = await findByPlan(call, transaction, plan);
  if (planned !== undefined) return planned;
  const { pageOrder: order } = plan;
  return selector === undefined
    ? answerPage(call, transaction, await everyRow(call, transaction), order)
    : findByEvaluating(call, transaction, selector, order);
}

async function answerKeys(call: Call, transaction: RowReader, { rows }: RowsOfKeys): Promise<Result> {
  const { table } = call;
  const matches = await transaction.getByKeys(
    table.name,
    rows.map(({ key }) => key),
  );
  const found = inTableOrder(call, matches);
  if (call.answer.page === undefined) return answerRows(call, transaction, found);
  return answerPage(call, transaction, batchOf(found), pageOrder(call.app, table, []));
}

function inTableOrder({ table }: Call, matches: readonly (Row | undefined)[]): readonly Row[] {
  const { rowNumberIndex } = table.scope;
  if (matches.length === 1) return matches[0] === undefined ? [] : [matches[0]];
  const once = new Set(matches.filter((row) => row !== undefined));
  if (table.source !== undefined) return [...once].sort((a, b) => compareKeys(table, a, b));
  return [...once].sort((a, b) => Number(a[rowNumberIndex]) - Number(b[rowNumberIndex]));
}

async function everyRow({ table, read: { context } }: Call, transaction: RowReader): Promise<RowBatches> {
  return (await transaction.find({ table: table.name, conditions: [], order: [], context })).batches;
}

/**
 * Why a Selector named no row, where its list can hardly hold keys of the call's table: Refs to another table, or values of
 * a column of the table itself that is not its key.
 */
function otherValues(call: Call, { root }: CheckedExpression): Diagnostic[] {
  const selected = selectedFirst(root);
  if (selected === undefined) return [];
  const { field, table, slot } = selected;
  if (isKeyOf(field, slot, table) || isRefTo(call.table, field.type) || field.op !== "column") return [];
  if (table.name !== call.table.name && field.type.kind !== "Ref") return [];
  const details = {
    column: field.name,
    table: (call.slice ?? call.table).name,
    key: call.table.key.map(({ name }) => `[${name}]`).join(", "),
  };
  return [diagnose("selector/other-values", details, { start: root.start, end: root.end })];
}

/** What is added to a list or taken from it does not change what the list is of. */
function selectedFirst(root: Node): Extract<Node, { readonly op: "select" }> | undefined {
  if (root.op === "binary") return selectedFirst(root.left);
  return root.op === "select" ? root : undefined;
}

/**
 * What a plan finds; undefined when something failed on a row. Then the call is carried out as the language defines it,
 * so that the caller reads what evaluating reports, whether store or engine met a row first. Where the store came
 * upon a limit, the engine looks at the rows one after the other before, and what it says of limits holds: a table
 * whose texts are too many to be evaluated is not read as a whole.
 */
async function findByPlan(
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
async function findByEvaluating(
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
 * list any more nothing says where to go on, which is an error.
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

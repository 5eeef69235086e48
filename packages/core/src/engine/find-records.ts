import { hasErrors, type Outcome } from "../diagnostics/index.ts";
import { type CheckedExpression, EvaluationError, inTurns } from "../expression/parts.ts";
import {
  batchOf,
  type ReadUse,
  type Row,
  type RowBatches,
  type RowReader,
  type SortKey,
  type Store,
} from "../storage/index.ts";
import { jsonRowsOf } from "./answers/json-rows.ts";
import { rowsAsOf } from "./as-of/rows-as-of.ts";
import { batchLoad } from "./batch-loading/batch-load.ts";
import type { Call } from "./calls/call.ts";
import type { EngineRequest } from "./calls/request.ts";
import { type Result, rejected } from "./calls/result.ts";
import { withWarnings } from "./calls/with-warnings.ts";
import { answerFound } from "./find/answer-found.ts";
import { countRows } from "./find/count-rows.ts";
import { pageOfList } from "./find/page/page-of-list.ts";
import { pageOrder } from "./find/page/page-order.ts";
import { PagedRows } from "./find/page/paged-rows.ts";
import { readPage } from "./find/page/read-page.ts";
import { withPart } from "./find/page/with-part.ts";
import { withoutLimit } from "./find/page/without-limit.ts";
import { type PlannedFind, planAllRows, planFind } from "./find/plan-find.ts";
import { readsKeysAlone } from "./find/reads-keys-alone.ts";
import { type PlannedRows, runFind } from "./find/run-find.ts";
import { checkSelector } from "./find/selector/check-selector.ts";
import { otherValues } from "./find/selector/other-values.ts";
import { selectRows } from "./find/selector/select-rows.ts";
import { compareKeys } from "./keys/compare-keys.ts";
import type { PastMoment } from "./moments/past-moment.ts";
import { asOf } from "./properties/as-of.ts";
import { selector } from "./properties/selector.ts";
import { readKeys } from "./stages/reading/read-keys.ts";
import type { KeyedRow } from "./stages/rows.ts";
import { rowsInSlice } from "./stages/stored-rows/is-in-slice.ts";
import { visibleRows } from "./visibility/visible-rows.ts";

/** Find: by Selector in the order of its list, by keys in table order, or all rows. A key without a row is left out. */
export async function findRecords(begun: Call, store: Store, request: EngineRequest): Promise<Result> {
  const { output: source, diagnostics } = selector.read(request.properties?.Selector, begun.app);
  const moment = asOf.read(request.properties?.AsOf, begun.app);
  const { output: call, diagnostics: errors } = readPage({ ...begun, asOf: moment.output }, request);
  const refused = [...diagnostics, ...moment.diagnostics, ...errors];
  if (call === undefined || refused.length > 0) return rejected(refused);
  if (source !== undefined) return findBySelector(call, store, source);
  if (request.rows !== undefined && request.rows.length > 0) return findByKeys(call, store, request);
  const { meter } = call.request;
  return searching(call, store, async (call, transaction) => {
    const plan = await inTurns(planAllRows(call), meter);
    const planned = await findByPlan(call, transaction, plan);
    return planned ?? answerPart(call, transaction, await everyRow(call, transaction), plan.pageOrder);
  });
}

async function findBySelector(begun: Call, store: Store, source: string): Promise<Result> {
  const { meter } = begun.request;
  const checked = await inTurns(checkSelector(begun, source), meter);
  const expression = checked.output;
  if (expression === undefined) return rejected(checked.diagnostics);
  const warned = withWarnings(begun, checked.diagnostics);
  const strategy = await inTurns(planFind(warned, expression), meter);
  const answer = async (call: Call, transaction: RowReader) => {
    const planned = strategy.shape === "plan" ? await findByPlan(call, transaction, strategy) : undefined;
    const order = strategy.shape === "plan" ? strategy.pageOrder : undefined;
    return planned ?? findByEvaluating(call, transaction, expression, order);
  };
  const result = await searching(warned, store, answer, expression);
  if (!result.ok || jsonRowsOf(result).count > 0) return result;
  return { ...result, warnings: [...result.warnings, ...otherValues(warned, expression)] };
}

/**
 * What a plan finds; undefined when something failed on a row. Then the call is carried out as the language defines it,
 * so that the caller reads what evaluating reports, whether store or engine met a row first. Where the store came
 * upon a limit, the engine looks at the rows one after the other before, and what it says of limits stands: a table
 * whose texts are too many to be evaluated is not read as a whole.
 */
async function findByPlan(
  call: Call,
  transaction: RowReader,
  plan: PlannedFind,
): Promise<Result | undefined> {
  const found = await tryPlan(call, transaction, plan);
  if (!(found instanceof EvaluationError)) return found;
  if (!isLimit(found)) return undefined;
  const { table, context } = plan.asked;
  const looked = await tryPlan(call, transaction, {
    ...plan,
    asked: { table, conditions: [], order: [], context },
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
  const found = foundBy(call, transaction, plan);
  try {
    const result = await answerFound(
      call,
      transaction,
      found,
      plan.isSliceApplied || plan.pageOrder !== undefined,
    );
    if (!(found instanceof PagedRows)) return result;
    return found.isCutOff
      ? await tryPlan(call, transaction, withoutLimit(plan))
      : await withPart(call, result, found.next, () => countRows(call, transaction, plan));
  } catch (thrown) {
    if (!found.hasFailed || !(thrown instanceof EvaluationError) || thrown.code === "limit/time")
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

/** Evaluates the Selector. `order` is that of parts, where it is not that of its list. */
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
  if (call.page === undefined || order !== undefined)
    return answerPart(call, transaction, batchOf(rows), order);
  const own = await batchLoad(call, transaction, () => rowsInSlice(call, rows));
  const part = pageOfList(call, own, call.page);
  if (part.output === undefined) return rejected(part.diagnostics);
  const result = await answerFound(call, transaction, batchOf(part.output.rows), true);
  return withPart(call, result, part.output.next, async () => own.length);
}

/** Answers rows, and where they are read in parts the part of them in the order of parts. */
async function answerPart(
  call: Call,
  transaction: RowReader,
  rows: RowBatches,
  order: readonly SortKey[] = [],
): Promise<Result> {
  const { page } = call;
  if (page === undefined) return answerFound(call, transaction, rows);
  const source = { rows, order, isSorted: false, isSliceApplied: false, most: Number.POSITIVE_INFINITY };
  const paged = new PagedRows(call, transaction, source, page);
  const result = await answerFound(call, transaction, paged, true);
  return withPart(call, result, paged.next, async () => paged.seen);
}

async function findByKeys(call: Call, store: Store, request: EngineRequest): Promise<Result> {
  const { rows, diagnostics } = await readKeys(call, request);
  if (hasErrors(diagnostics)) return rejected(diagnostics);
  const answer = async (call: Call, transaction: RowReader) =>
    answerPart(
      call,
      transaction,
      batchOf(await rowsOfKeys(call, transaction, rows)),
      pageOrder(call.app, call.table, []),
    );
  if (call.asOf !== undefined) return searching(call, store, answer);
  return reading(call, store, (transaction) => answer(call, transaction), { once: readsKeysAlone(call) });
}

/** Works on what the caller may see of the store. */
export async function reading<T>(
  call: Call,
  store: Store,
  work: (transaction: RowReader) => Promise<T>,
  use?: ReadUse,
): Promise<T> {
  return store.read((stored) => work(visibleRows(call, stored)), { ...use, caller: call.caller });
}

/** The same for work that looks for rows, or reads them as they were, which is warned of where it is not known. */
async function searching(
  call: Call,
  store: Store,
  work: (call: Call, transaction: RowReader) => Promise<Result>,
  selector?: CheckedExpression,
): Promise<Result> {
  const past = async (stored: RowReader, moment: PastMoment): Promise<Result> => {
    const { output: rows, diagnostics } = await rowsAsOf(call, stored, moment, selector);
    return rows === undefined ? rejected(diagnostics) : work(withWarnings(call, diagnostics), rows);
  };
  const { asOf } = call;
  if (asOf === undefined) return reading(call, store, (rows) => work(call, rows), { searches: true });
  return store.read((stored) => past(stored, asOf), { searches: true });
}

async function rowsOfKeys(
  { table }: Call,
  transaction: RowReader,
  rows: readonly KeyedRow[],
): Promise<readonly Row[]> {
  const { rowNumberIndex } = table.scope;
  const keys = rows.map(({ key }) => key);
  const found = await transaction.getByKeys(table.name, keys);
  if (found.length === 1) return found[0] === undefined ? [] : [found[0]];
  const once = new Set(found.filter((row) => row !== undefined));
  if (table.source !== undefined) return [...once].sort((a, b) => compareKeys(table, a, b));
  return [...once].sort((a, b) => Number(a[rowNumberIndex]) - Number(b[rowNumberIndex]));
}

async function everyRow({ table, request: context }: Call, transaction: RowReader): Promise<RowBatches> {
  return (await transaction.find({ table: table.name, conditions: [], order: [], context })).batches;
}

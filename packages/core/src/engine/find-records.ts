import { hasErrors } from "../diagnostics/index.ts";
import { inTurns } from "../expression/parts.ts";
import { batchOf, type Row, type RowBatches, type RowReader, type Store } from "../storage/index.ts";
import { jsonRowsOf } from "./answers/json-rows.ts";
import { readAsOf } from "./as-of/read-as-of.ts";
import type { Call } from "./calls/call.ts";
import type { EngineRequest } from "./calls/request.ts";
import { type Result, rejected } from "./calls/result.ts";
import { withWarnings } from "./calls/with-warnings.ts";
import { answerRows } from "./find/answer-found.ts";
import { answerPart } from "./find/answer-part.ts";
import { findByEvaluating } from "./find/find-by-evaluating.ts";
import { findByPlan } from "./find/find-by-plan.ts";
import { pageOrder } from "./find/page/page-order.ts";
import { readPage } from "./find/page/read-page.ts";
import { planAllRows, planFind } from "./find/plan-find.ts";
import { readsKeysAlone } from "./find/reads-keys-alone.ts";
import { checkSelector } from "./find/selector/check-selector.ts";
import { otherValues } from "./find/selector/other-values.ts";
import { compareKeys } from "./keys/compare-keys.ts";
import { asOf } from "./properties/as-of.ts";
import { selector } from "./properties/selector.ts";
import { readKeys } from "./stages/reading/read-keys.ts";
import type { KeyedRow } from "./stages/rows.ts";
import { readVisible } from "./visibility/read-visible.ts";

/** Find: by Selector in the order of its list, by keys in table order, or all rows. A key without a row is left out. */
export async function findRecords(begun: Call, store: Store, request: EngineRequest): Promise<Result> {
  const { output: source, diagnostics } = selector.read(request.properties?.Selector, begun.app);
  const moment = asOf.read(request.properties?.AsOf, begun.app);
  const { output: call, diagnostics: errors } = readPage(
    moment.output === undefined ? begun : { ...begun, asOf: moment.output },
    request,
  );
  const refused = [...diagnostics, ...moment.diagnostics, ...errors];
  if (call === undefined || refused.length > 0) return rejected(refused);
  if (source !== undefined) return findBySelector(call, store, source);
  if (request.rows !== undefined && request.rows.length > 0) return findByKeys(call, store, request);
  const { meter } = call.request;
  return readAsOf(call, store, async (call, transaction) => {
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
  const result = await readAsOf(warned, store, answer, expression);
  if (!result.ok || jsonRowsOf(result).count > 0) return result;
  return { ...result, warnings: [...result.warnings, ...otherValues(warned, expression)] };
}

async function findByKeys(call: Call, store: Store, request: EngineRequest): Promise<Result> {
  const { rows, diagnostics } = await readKeys(call, request);
  if (hasErrors(diagnostics)) return rejected(diagnostics);
  const answer = async (call: Call, transaction: RowReader) => {
    const matches = await rowsOfKeys(call, transaction, rows);
    if (call.page === undefined) return answerRows(call, transaction, matches);
    return answerPart(call, transaction, batchOf(matches), pageOrder(call.app, call.table, []));
  };
  if (call.asOf !== undefined) return readAsOf(call, store, answer);
  return readVisible(call, store, (transaction) => answer(call, transaction), { once: readsKeysAlone(call) });
}

async function rowsOfKeys(
  { table }: Call,
  transaction: RowReader,
  rows: readonly KeyedRow[],
): Promise<readonly Row[]> {
  const { rowNumberIndex } = table.scope;
  const keys = rows.map(({ key }) => key);
  const matches = await transaction.getByKeys(table.name, keys);
  if (matches.length === 1) return matches[0] === undefined ? [] : [matches[0]];
  const once = new Set(matches.filter((row) => row !== undefined));
  if (table.source !== undefined) return [...once].sort((a, b) => compareKeys(table, a, b));
  return [...once].sort((a, b) => Number(a[rowNumberIndex]) - Number(b[rowNumberIndex]));
}

async function everyRow({ table, request: context }: Call, transaction: RowReader): Promise<RowBatches> {
  return (await transaction.find({ table: table.name, conditions: [], order: [], context })).batches;
}

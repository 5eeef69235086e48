import type { Outcome } from "../../../diagnostics/index.ts";
import { type CheckedExpression, inTurns, type Steps, type Trace } from "../../../expression/parts.ts";
import type { RowReader, Store } from "../../../storage/index.ts";
import { batchLoad } from "../../batch-loading/batch-load.ts";
import type { Call } from "../../calls/call.ts";
import type { EngineRequest } from "../../calls/request.ts";
import type { Result } from "../../calls/result.ts";
import { explainFind } from "../../describe/explain-find.ts";
import { planAllRows, planFind } from "../../find/plan-find.ts";
import type { FindStrategy } from "../../find/planned-find.ts";
import { checkSelector } from "../../find/selector/check-selector.ts";
import { selector } from "../../properties/selector.ts";
import { readKeys } from "../../stages/reading/read-keys.ts";
import { readVisible } from "../../visibility/read-visible.ts";
import type { TraceStep } from "../call-trace.ts";
import { foundRowSteps } from "./found-row-steps.ts";
import { planStep } from "./plan-step.ts";
import { traceCell } from "./trace-cell.ts";

/** Rows of an answer that are looked into where the request asks about none. */
const FEW_ROWS = 3;

/**
 * How a Find is carried out, and for each row that it is asked about why it is in the answer or not, and where the values
 * of its formulas come from. Beside a Selector the rows of the request are those that are asked about; without rows the first of
 * the answer are.
 */
export async function findSteps(
  call: Call,
  store: Store,
  request: EngineRequest,
  result: Result,
): Promise<readonly TraceStep[]> {
  const explained = await explainFind(call, store, request);
  const plan = explained.output === undefined ? [] : [planStep(explained.output)];
  if (!result.ok) return plan;
  const pushed = request.rows?.length ? request.rows : result.rows.slice(0, FEW_ROWS);
  const { output: source } = selector.read(request.properties?.Selector, call.app);
  const strategy = await inTurns(strategyOf(call, source), call.request.meter);
  const keys = await readKeys(call, { ...request, rows: pushed });
  const rows = await readVisible(call, store, async (transaction) => [
    ...(await selectorSteps(call, transaction, strategy)),
    ...(await foundRowSteps(call, transaction, { rows: keys.rows, strategy, answered: result.rows })),
  ]);
  return [...plan, ...rows];
}

function* strategyOf(call: Call, source: string | undefined) {
  if (source === undefined) return yield* planAllRows(call);
  const { output }: Outcome<CheckedExpression> = yield* checkSelector(call, source);
  return output && (yield* planFind(call, output));
}

/** A Selector that is no plan is evaluated as a whole. */
async function selectorSteps(
  call: Call,
  transaction: RowReader,
  strategy: FindStrategy | undefined,
): Promise<readonly TraceStep[]> {
  if (strategy?.shape !== "evaluated") return [];
  const trace = await batchLoad(call, transaction, () => traceInSteps(call, strategy.selector));
  return [{ about: "selector", text: "the Selector is evaluated as a whole", trace }];
}

function* traceInSteps({ request }: Call, selected: CheckedExpression): Steps<Trace> {
  if (request.meter.turn.isOver) yield;
  return traceCell(selected, [], request);
}

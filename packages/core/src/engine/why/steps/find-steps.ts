import type { CheckedExpression, Task, Trace } from "../../../expression/parts.ts";
import type { RowReader, Store } from "../../../storage/index.ts";
import { readsHidden } from "../../access/column-rights.ts";
import { batchLoad } from "../../batch-loading/batch-load.ts";
import type { Call } from "../../calls/call.ts";
import type { EngineRequest } from "../../calls/request.ts";
import type { Result } from "../../calls/result.ts";
import { type ExplainedFind, explainRead } from "../../describe/explain-find.ts";
import { planRead, type ReadPlan, readPlanned } from "../../find/read-plan.ts";
import { readKeys } from "../../stages/read-cells.ts";
import type { TraceStep } from "../call-trace.ts";
import { foundRowSteps } from "./found-row-steps.ts";
import { traceCell } from "./trace-cell.ts";

/** Rows of an answer that are looked into where the request asks about none. */
const FEW_ROWS = 3;

/**
 * How a Find is carried out, and for each row that it is asked about why it is in the answer or not, and where the values
 * of its formulas come from. With a Selector the rows of the request are those that are asked about; without rows the first of
 * the answer are.
 */
export async function findSteps(
  begun: Call,
  store: Store,
  request: EngineRequest,
  result: Result,
): Promise<readonly TraceStep[]> {
  const { output: plan } = await planRead(begun, request);
  if (plan === undefined) return [];
  const explained = await explainRead(plan, store);
  const how = explained.output === undefined ? [] : [planStep(explained.output)];
  if (!result.ok) return how;
  const { strategy } = plan;
  const asked = request.rows?.length ? request.rows : result.rows.slice(0, FEW_ROWS);
  const keys = await readKeys(plan.call, { ...request, rows: asked });
  const steps = async (call: Call, transaction: RowReader) => [
    ...(await selectorSteps(call, transaction, strategy)),
    ...(await foundRowSteps(call, transaction, { rows: keys.rows, strategy, answered: result.rows })),
  ];
  return [...how, ...(await readPlanned<readonly TraceStep[]>(plan, store, steps, () => []))];
}

/** A Selector that is no plan is evaluated as a whole. */
async function selectorSteps(
  call: Call,
  transaction: RowReader,
  strategy: ReadPlan["strategy"],
): Promise<readonly TraceStep[]> {
  if (strategy.shape !== "evaluated") return [];
  const trace = await batchLoad(call, transaction, () => traceInSteps(call, strategy.selector));
  return [{ about: "selector", text: "the Selector is evaluated as a whole", trace }];
}

function* traceInSteps(call: Call, selected: CheckedExpression): Task<Trace> {
  const { context } = call.read;
  if (context.meter.timeSlice.isOver) yield;
  return traceCell(selected, [], context, { isWhole: readsHidden(call, undefined, selected) });
}

/**
 * How a Find is carried out: which conditions the store applies, and what is left to the engine. How many rows the store
 * expects to look at is left out, because hidden ones are counted there.
 */
function planStep(explanation: ExplainedFind): TraceStep {
  const { table, slice, shape, reason, conditions, order, limit, store } = explanation;
  const steps: TraceStep[] = conditions.map(({ text, pushed, reason: why }) => ({
    about: "condition",
    text: pushed ? `${text} is pushed down to the store` : `${text} is tried by the engine, because ${why}`,
  }));
  if (order.length > 0) {
    const keys = order.map(({ text, descending }) => `${text}${descending ? " descending" : ""}`).join(", ");
    steps.push({ about: "plan", text: `sorted by ${keys} ${doneBy(explanation.isOrderPushed)}` });
  }
  if (limit !== undefined)
    steps.push({ about: "plan", text: `cut off after ${limit} ${doneBy(explanation.isLimitPushed)}` });
  for (const { column, pushed } of explanation.computed ?? [])
    steps.push({ about: "plan", text: `"${column}" is computed ${doneBy(pushed)}`, column });
  if (store.sql !== undefined) steps.push({ about: "plan", text: `the statement: ${store.sql}` });
  for (const index of store.indexes ?? []) steps.push({ about: "plan", text: `index: ${index}` });
  const how = SHAPES[shape] + (reason === undefined ? "" : `, because ${reason}`);
  return { about: "plan", text: `rows of "${slice ?? table}" are found ${how}`, table, steps };
}

const SHAPES: Readonly<Record<ExplainedFind["shape"], string>> = {
  plan: "by conditions",
  keys: "by their keys",
  evaluated: "by the keys in the Selector's value",
};

function doneBy(isPushed: boolean): string {
  return isPushed ? "by the store" : "by the engine";
}

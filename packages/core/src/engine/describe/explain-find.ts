import { type Diagnostic, diagnose, type Outcome, present } from "../../diagnostics/index.ts";
import { type CheckedExpression, findName, printSource, tableNamesOf } from "../../expression/parts.ts";
import type { AppDefinition, ColumnDefinition } from "../../schema/index.ts";
import type { PlanExplanation, RowReader, SortKey, Store } from "../../storage/index.ts";
import { explained } from "../access/explained.ts";
import { type CallTarget, findTarget, isNameable } from "../access/nameable.ts";
import type { Call } from "../calls/call.ts";
import type { EngineOptions } from "../calls/engine-options.ts";
import { makeCall } from "../calls/prepare/prepare-call.ts";
import type { EngineRequest } from "../calls/request.ts";
import type { PlannedFind } from "../find/plan-find.ts";
import { planRead, type ReadPlan, readPlanned } from "../find/read-plan.ts";
import { planOfAll } from "../find/run-find.ts";
import { makeSummaryCall, type SummaryCall, type SummaryRequest } from "../summary/read-summary.ts";

/**
 * Explains a Find without reading its rows; with `AsOf` the changes since then are read. This is a tool for operators: the
 * store's statement may hold the security filters of tables, so an adapter must offer it only to those who may read the
 * application's definition.
 */
export async function explainFindPlan(
  begun: Call,
  store: Store,
  request: EngineRequest,
): Promise<Outcome<ExplainedFind>> {
  const { output: plan, diagnostics } = await planRead(begun, request);
  return plan === undefined ? { output: undefined, diagnostics } : explainRead(plan, store);
}

/** The explanation of a read; its warnings come with it. */
export function explainRead(plan: ReadPlan, store: Store): Promise<Outcome<ExplainedFind>> {
  const { strategy } = plan;
  const explain = async (call: Call, transaction: RowReader): Promise<ExplainedFind> => {
    if (strategy.shape === "plan") return explainPlan(call, store, transaction, strategy);
    const { shape } = strategy;
    const reason = shape === "evaluated" ? { reason: strategy.reason } : {};
    return { ...withoutPlan(call, store), shape, ...reason };
  };
  return readPlanned<Outcome<ExplainedFind>>(
    plan,
    store,
    async (call, rows) => ({ output: await explain(call, rows), diagnostics: call.answer.warnings }),
    (diagnostics) => ({ output: undefined, diagnostics }),
  );
}

/** The slice's filter is all that is known to be tried on rows that are read by keys. */
function withoutPlan(call: Call, store: Store): Omit<ExplainedFind, "shape"> {
  const { app, table, slice } = call;
  const filter = slice?.filter;
  return {
    table: slice !== undefined && !isNameable(call.caller, table.name) ? slice.name : table.name,
    ...(slice === undefined ? {} : { slice: slice.name }),
    conditions:
      filter === undefined ? [] : [explainCondition(app, filter, "it is tried on the rows that are left")],
    order: [],
    isOrderPushed: false,
    isLimitPushed: false,
    store: explainedStore(store),
  };
}

async function explainPlan(
  call: Call,
  store: Store,
  transaction: RowReader,
  plan: PlannedFind,
): Promise<ExplainedFind> {
  const { conditions, order, limit, computed, pushed, isSliceApplied } = plan;
  const byStore = (await transaction.explain?.(pushed)) ?? NOT_EXPLAINED;
  const rest = withoutPlan(call, store);
  const { estimatedRows, sql, values, indexes } = byStore;
  const { meter } = call.read.context;
  const explained: ExplainedCondition[] = [];
  for (const [at, condition] of conditions.entries()) {
    await meter.giveWay();
    explained.push(explainCondition(call.app, condition, reasonFor(plan, byStore, condition, at)));
  }
  const ofAll = planOfAll(plan);
  const counted = call.answer.page?.counts ? await transaction.explain?.(ofAll.pushed) : undefined;
  return {
    ...rest,
    shape: "plan",
    conditions: [...explained, ...(isSliceApplied ? [] : rest.conditions)],
    order: order.map((key) => explainOrder(call.app, key)),
    isOrderPushed: pushed.order.length > 0 && byStore.ordered,
    isLimitPushed: pushed.limit !== undefined && byStore.limited,
    ...(limit === undefined ? {} : { limit }),
    ...(computed.length === 0 ? {} : { computed: computed.map((column) => explainColumn(column, byStore)) }),
    ...(call.answer.summary === undefined ? {} : { groups: explainFold(byStore, plan.ungrouped) }),
    ...(call.answer.page?.counts
      ? { count: explainFold(counted ?? NOT_EXPLAINED, whyNotCounted(ofAll)) }
      : {}),
    store: {
      ...explainedStore(store),
      ...present({ sql, values, indexes }),
    },
    ...(estimatedRows === undefined ? {} : { estimatedRows }),
  };
}

const NOT_EXPLAINED: PlanExplanation = { residual: [], ordered: false, limited: false };

function explainColumn({ name, formula }: ColumnDefinition, byStore: PlanExplanation): ExplainedColumn {
  return { column: name, pushed: byStore.computed?.some((one) => one === formula) ?? false };
}

/** `reason` is why the store is not asked. */
function explainFold(byStore: PlanExplanation, reason: string | undefined): ExplainedFold {
  if (byStore.grouped) return { pushed: true };
  return { pushed: false, reason: reason ?? byStore.ungrouped ?? "the store does not group rows" };
}

function whyNotCounted({ pushed, limit }: PlannedFind): string | undefined {
  if (pushed.grouping !== undefined) return undefined;
  return limit === undefined
    ? "a condition may fail on a row, and then the call must say so"
    : "TOP decides which rows are counted";
}

/** Why the engine applies a condition; undefined when the store does. */
function reasonFor(
  { pushed }: PlannedFind,
  byStore: PlanExplanation,
  condition: CheckedExpression,
  at: number,
): string | undefined {
  const uncertain = pushed.conditions.length;
  if (at === uncertain) return "it may fail on a row, and then the call must say so";
  if (at > uncertain) return "it comes after a condition that may fail";
  return byStore.residual.find((one) => one.condition === condition)?.reason;
}

/** A store, and what its database lacks. */
function explainedStore({ name, capabilities }: Pick<Store, "name" | "capabilities">): ExplainedStore {
  const lacks = (capabilities?.().all ?? []).flatMap((one) =>
    one.missing === undefined ? [] : [`no ${one.name} (${one.missing}), so ${one.otherwise}`],
  );
  return { name, ...(lacks.length === 0 ? {} : { lacks }) };
}

/** A condition in words; `reason` says why the engine applies it, and is missing when the store does. */
function explainCondition(
  app: AppDefinition,
  { source }: CheckedExpression,
  reason: string | undefined,
): ExplainedCondition {
  const text = printSource(source, tableNamesOf(app));
  return reason === undefined ? { text, pushed: true } : { text, pushed: false, reason };
}

/** What is explained: a Find, or a summary of its rows where one is asked for. */
export type ExplainRequest = EngineRequest & Pick<SummaryRequest, "by" | "values">;

/** Explains the Find that a request asks for; warnings come with the explanation. */
export async function explainCall(
  options: EngineOptions,
  request: ExplainRequest,
): Promise<Outcome<ExplainedFind>> {
  const { definition, store } = options;
  const target = findTarget(definition, request.table, request.nameable);
  if (target.output === undefined) return unexplained(target.diagnostics);
  const { action } = request;
  if (findName([FIND], action).match === undefined)
    return unexplained([diagnose("request/unknown-action", { action, actions: [FIND.name] })]);
  const { output, diagnostics } = await makeExplainedCall(options, target.output, request);
  if (output === undefined) return unexplained(diagnostics);
  const { call, find } = output;
  const explanation = await explained(definition, explainFindPlan(call, store, find), unexplained, request);
  const { errors } = call.needed;
  if (errors.length > 0) return unexplained(errors);
  return explanation;
}

async function makeExplainedCall(
  options: EngineOptions,
  target: CallTarget,
  request: ExplainRequest,
): Promise<Outcome<SummaryCall>> {
  if (request.by !== undefined || request.values !== undefined)
    return makeSummaryCall(options, target, request);
  const { output: call, diagnostics } = await makeCall(options, target, request, FIND.name);
  return { output: call && { call, find: request }, diagnostics };
}

/** The one operation that has a plan. */
const FIND = { name: "Find" };

function unexplained(diagnostics: readonly Diagnostic[]): Outcome<ExplainedFind> {
  return { output: undefined, diagnostics };
}

/** How a Find would be carried out: pure data. Reasons are clauses that begin after "because". */
export interface ExplainedFind {
  readonly table: string;
  readonly slice?: string;
  /** `plan`: by conditions, order and limit. `keys`: by the keys of the request's rows. `evaluated`: by the keys in the Selector's value. */
  readonly shape: "plan" | "keys" | "evaluated";
  /** Why the Selector is no plan. */
  readonly reason?: string;
  readonly conditions: readonly ExplainedCondition[];
  readonly order: readonly ExplainedOrder[];
  /** Whether the store orders and cuts off; else the engine does. */
  readonly isOrderPushed: boolean;
  readonly isLimitPushed: boolean;
  readonly limit?: number;
  /** The virtual columns that read other rows for one value; the others are always the engine's. */
  readonly computed?: readonly ExplainedColumn[];
  /** Whether the store groups the rows of a summary; else the engine does, of the rows that the store finds. */
  readonly groups?: ExplainedFold;
  /** The same of the number of all rows, where it is asked for. */
  readonly count?: ExplainedFold;
  readonly store: ExplainedStore;
  /** How many rows the store expects to look at. */
  readonly estimatedRows?: number;
}

export interface ExplainedCondition {
  /** On one line, in its plainest form. */
  readonly text: string;
  /** Whether the store applies it; else the engine does, row by row. */
  readonly pushed: boolean;
  readonly reason?: string;
}

interface ExplainedColumn {
  readonly column: string;
  /** Whether the store computes its cells; else the engine does, for many rows together. */
  readonly pushed: boolean;
}

export interface ExplainedOrder {
  readonly text: string;
  readonly descending: boolean;
}

export interface ExplainedFold {
  readonly pushed: boolean;
  readonly reason?: string;
}

interface ExplainedStore {
  readonly name: string;
  /** What its database lacks and what is done instead, such as `no cursors (…), so many rows of a Find come at once`. */
  readonly lacks?: readonly string[];
  readonly sql?: string;
  /** What is bound to the holes of the statement. */
  readonly values?: readonly (string | number | null)[];
  readonly indexes?: readonly string[];
}

function explainOrder(app: AppDefinition, { expression, descending }: SortKey): ExplainedOrder {
  return { text: printSource(expression.source, tableNamesOf(app)), descending };
}

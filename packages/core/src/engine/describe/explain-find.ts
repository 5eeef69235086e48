import type { Outcome } from "../../diagnostics/index.ts";
import { type CheckedExpression, printSource, tableNamesOf } from "../../expression/parts.ts";
import type { AppDefinition, ColumnDefinition } from "../../schema/index.ts";
import type { PlanExplanation, RowReader, SortKey, Store } from "../../storage/index.ts";
import { isNameable } from "../access/is-nameable.ts";
import type { Call } from "../calls/call.ts";
import type { EngineRequest } from "../calls/request.ts";
import { planOfAll } from "../find/count-rows.ts";
import type { PlannedFind } from "../find/planned-find.ts";
import { planRead, type ReadPlan, readPlanned } from "../find/read-plan.ts";
import type {
  ExplainedColumn,
  ExplainedCondition,
  ExplainedFold,
  ExplainedOrder,
  ExplainedStore,
  FindExplanation,
} from "./find-explanation.ts";

/**
 * Explains a Find without reading its rows; with `AsOf` the changes since then are read. This is a tool for operators: the
 * store's statement may hold the security filters of tables, so an adapter must offer it only to those who may read the
 * application's definition.
 */
export async function explainFind(
  begun: Call,
  store: Store,
  request: EngineRequest,
): Promise<Outcome<FindExplanation>> {
  const { output: plan, diagnostics } = await planRead(begun, request);
  return plan === undefined ? { output: undefined, diagnostics } : explainRead(plan, store);
}

/** The explanation of a read; what its caller is warned of stands beside it. */
export function explainRead(plan: ReadPlan, store: Store): Promise<Outcome<FindExplanation>> {
  const { strategy } = plan;
  const explain = async (call: Call, transaction: RowReader): Promise<FindExplanation> => {
    if (strategy.shape === "plan") return explainPlan(call, store, transaction, strategy);
    const { shape } = strategy;
    const reason = shape === "evaluated" ? { reason: strategy.reason } : {};
    return { ...withoutPlan(call, store), shape, ...reason };
  };
  return readPlanned<Outcome<FindExplanation>>(
    plan,
    store,
    async (call, rows) => ({ output: await explain(call, rows), diagnostics: call.warnings }),
    (diagnostics) => ({ output: undefined, diagnostics }),
  );
}

/** The slice's filter is all that is known to be tried on rows that are read by keys. */
function withoutPlan(call: Call, store: Store): Omit<FindExplanation, "shape"> {
  const { app, table, slice } = call;
  const filter = slice?.filter;
  return {
    table: slice !== undefined && !isNameable(call, table.name) ? slice.name : table.name,
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
): Promise<FindExplanation> {
  const { conditions, order, limit, computed, pushed, isSliceApplied } = plan;
  const byStore = (await transaction.explain?.(pushed)) ?? NOT_EXPLAINED;
  const rest = withoutPlan(call, store);
  const { estimatedRows, sql, values, indexes } = byStore;
  const { meter } = call.request;
  const explained: ExplainedCondition[] = [];
  for (const [at, condition] of conditions.entries()) {
    if (meter.timeSlice.isOver) await meter.pause();
    explained.push(explainCondition(call.app, condition, reasonFor(plan, byStore, condition, at)));
  }
  const ofAll = planOfAll(plan);
  const counted = call.page?.counts ? await transaction.explain?.(ofAll.pushed) : undefined;
  return {
    ...rest,
    shape: "plan",
    conditions: [...explained, ...(isSliceApplied ? [] : rest.conditions)],
    order: order.map((key) => explainOrder(call.app, key)),
    isOrderPushed: pushed.order.length > 0 && byStore.ordered,
    isLimitPushed: pushed.limit !== undefined && byStore.limited,
    ...(limit === undefined ? {} : { limit }),
    ...(computed.length === 0 ? {} : { computed: computed.map((column) => explainColumn(column, byStore)) }),
    ...(call.summary === undefined ? {} : { groups: explainFold(byStore, plan.ungrouped) }),
    ...(call.page?.counts ? { count: explainFold(counted ?? NOT_EXPLAINED, whyNotCounted(ofAll)) } : {}),
    store: {
      ...explainedStore(store),
      ...(sql === undefined ? {} : { sql }),
      ...(values === undefined ? {} : { values }),
      ...(indexes === undefined ? {} : { indexes }),
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

function explainOrder(app: AppDefinition, { expression, descending }: SortKey): ExplainedOrder {
  return { text: printSource(expression.source, tableNamesOf(app)), descending };
}

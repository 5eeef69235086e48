/** A request to a result. */

export {
  hasRight,
  isEditor,
  keyState,
  mayCall,
  mayReach,
  nameableBy,
  refuseCall,
  refuseRight,
} from "./access/key-rights.ts";
export { findTarget } from "./access/nameable.ts";
export type { JsonRows } from "./answers/answered-rows.ts";
export { jsonRowsOf } from "./answers/answered-rows.ts";
export type { LogEntry } from "./calls/call.ts";
export type { EngineLimits, EngineOptions, HostSteps, Services, StepEvent } from "./calls/engine-options.ts";
export { withoutCode } from "./calls/host-codes.ts";
export { identifyUser } from "./calls/prepare/prepare-call.ts";
export type {
  BatchAnswer,
  BatchCall,
  BatchRequest,
  BatchResult,
  CallerIdentity,
  EngineRequest,
  LiveRequest,
  Nameable,
  PersonIdentity,
  Properties,
} from "./calls/request.ts";
export type { Accepted, LiveRow, LiveRows, LiveStep, Rejected, Result, ResultRow } from "./calls/result.ts";
export type { GivenCells, TableCalls, TableFindOptions } from "./calls/table-calls.ts";
export { cacheSizes, createEngine, engineOfStore } from "./create-engine.ts";
export type { DecideOnFactsOptions } from "./decide-on-facts.ts";
export {
  type AppSchema,
  type DescribedDecision,
  type DescribedParameter,
  describeApp,
  describeDecisionRows,
  type FunctionSchema,
} from "./describe/describe-app.ts";
export type { DescribedColumn } from "./describe/describe-column.ts";
export type { DescribedAction, DescribedInput, DescribedTable } from "./describe/describe-table.ts";
export { componentNames } from "./describe/describe-table.ts";
export type {
  ExplainedCondition,
  ExplainedFind,
  ExplainedFold,
  ExplainedOrder,
  ExplainRequest,
} from "./describe/explain-find.ts";
export type { Engine } from "./engine.ts";
export type { DefinitionSave, KeptDefinition } from "./engine-tables/definitions-table.ts";
export {
  appendEvents,
  appendRuns,
  claimEvents,
  eventsById,
  outboxState,
  readOutbox,
  readRuns,
  removeEvents,
  settleEvents,
} from "./engine-tables/outbox.ts";
export type { EventListener, EventOrder, OrderedEvent, QueuedEvent } from "./event-order/event-order.ts";
export type { Effect, EffectEvent, Journals } from "./journal/journals.ts";
export type {
  ChangeFeedPart,
  ChangeRecord,
  ChangesRequest,
  HistoryRequest,
  RowHistory,
} from "./journal/reading/visible-changes.ts";
export type { HistoryTrimming } from "./journal/trim-history.ts";
export type {
  LoadCounts,
  Loaded,
  LoadedSource,
  LoadOptions,
  LoadOutcome,
  LoadResult,
  LoadRow,
  LoadSource,
  LoadWatch,
  RefusedRow,
} from "./loading/load-request.ts";
export type { Unloaded, UnloadedPart, UnloadOptions, UnloadResult } from "./loading/unload-tables.ts";
export type { EngineObserver } from "./observations/observations.ts";
export type { BacktestOptions, Shadow, ShadowOptions } from "./past/backtest.ts";
export type { OutcomeDifference } from "./past/compare-outcomes.ts";
export type {
  CompareRowsOptions,
  DifferingRow,
  InvalidRow,
  RowsComparison,
  TableComparison,
} from "./past/compare-rows.ts";
export type { BacktestReport, CallDifference } from "./past/replay.ts";
export { NOT_RUN, type NotRun } from "./past/replay-call.ts";
export { type RequestProperty, requestProperties } from "./properties/index.ts";
export type { EmailAttachment, EmailMessage } from "./rules/effects/render-email.ts";
export type { WebhookCall } from "./rules/effects/render-webhook.ts";
export type { ScheduleRequest, ScheduleRun, SchedulesRun } from "./schedules/run-schedules.ts";
export type { MigrationOptions } from "./stored/opening-of.ts";
export { migrateStore, planMigration } from "./stored/opening-of.ts";
export type { SummaryRequest } from "./summary/read-summary.ts";
export type { RevertedChange, UndoRequest } from "./undo/undo-call.ts";
export {
  type CallTrace,
  printWhy,
  type TraceStep,
  type TraceTopic,
  type WhyResult,
} from "./why/call-trace.ts";
export type { WhyBatchResult, WhyRequest } from "./why/why-call.ts";
export { type Wire, wireNamed, wires } from "./wires/index.ts";
export { typedCell } from "./wires/typed.ts";
export type { DescribedField, JsonKind, WireForm } from "./wires/wire-form.ts";

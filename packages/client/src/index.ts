/** A typed client of the record web API: `@tablewright/client`. */
export type { Answer } from "./answer.ts";
export type {
  AnyApplication,
  Cells,
  DecisionOf,
  FactsOf,
  KeyOf,
  OutputsOf,
  RowOf,
  TableOf,
} from "./application.ts";
export type {
  CallOptions,
  Client,
  DecideOptions,
  FindOptions,
  ReadOptions,
  SummaryOptions,
} from "./client.ts";
export type { ClientOptions } from "./client-options.ts";
export { createClient } from "./create-client.ts";
export type {
  DecisionResult,
  DecisionSchema,
  ExplainedDecision,
  FactError,
  ParameterSchema,
} from "./decisions.ts";
export type { FindExplanation } from "./find-explanation.ts";
export type { ChangedEvents, EventOptions, OutboxEvent } from "./outbox-event.ts";
export { type Mistake, ProblemError } from "./problem-error.ts";
export type { Properties } from "./properties.ts";
export type { Changes, RecordedChange } from "./recorded-change.ts";
export type { RuleStep, Rules, WorkflowRule } from "./rules.ts";
export type { RuleRun, Runs, ScheduledRule } from "./runs.ts";
export type { Group, SummaryValue } from "./summary.ts";
export type { TableList } from "./table-list.ts";
export type { ColumnSchema, TableSchema } from "./table-schema.ts";
export type { TestResult, TestRun } from "./test-run.ts";
export type { UndoneChange } from "./undone-change.ts";

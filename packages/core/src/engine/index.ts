/** A request to a result. */
export { createEngine, type EngineOptions } from "./create-engine.ts";
export type { ActionSchema } from "./describe-actions.ts";
export type { AppSchema } from "./describe-app.ts";
export type { ColumnSchema, JsonType } from "./describe-column.ts";
export type { TableSchema } from "./describe-table.ts";
export type { Engine } from "./engine.ts";
export type {
  ExplainedCondition,
  ExplainedOrder,
  FindExplanation,
} from "./explain-find.ts";
export type { Journals, WebhookEvent } from "./journals.ts";
export { type JsonRows, jsonRowsOf } from "./json-rows.ts";
export type { EngineLimits } from "./limits.ts";
export { planMigration } from "./plan-migration.ts";
export type { CallerIdentity, EngineRequest, Nameable, Properties, Wire } from "./request.ts";
export type { Accepted, Rejected, Result, ResultRow } from "./result.ts";
export type { WebhookCall } from "./rules/render-webhook.ts";
export type { LogEntry, Services } from "./services.ts";
export type { Cells, FindOptions, TableCalls } from "./table-calls.ts";

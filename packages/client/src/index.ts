/** A typed client of the record web API: `@tablewright/client`. */
export type {
  Answer,
  BatchAnswers,
  CallOf,
  DecisionResult,
  ExplainedDecision,
  Group,
  RecordedChange,
  Reference,
  SummaryValue,
} from "./answer.ts";
export type * from "./answers.ts";
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
  ChangeOfDefinition,
  Client,
  EventOptions,
  FindOptions,
  ReadOptions,
  SummaryOptions,
  TrialOfDefinition,
} from "./create-client.ts";
export { createClient } from "./create-client.ts";
export type { FollowedRow, LiveChange, LiveOptions } from "./live.ts";
export { ProblemError } from "./problem-error.ts";
export type { Properties } from "./properties.ts";
export type { ClientOptions } from "./send-request.ts";

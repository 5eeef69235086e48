/** The port between the engine and the places where rows live: `@tablewright/core/storage`. */

export {
  type CheckedExpression,
  EvaluationError,
  Meter,
  type RequestContext,
  type Steps,
} from "../expression/parts.ts";
export type { TableSource } from "../schema/index.ts";
export type { Family, Value } from "../values/index.ts";
export type { Capabilities, Capability } from "./capability.ts";
export { type ConstraintKind, ConstraintViolation, type Violation } from "./constraint-violation.ts";
export { DefinitionOutdated } from "./definition-outdated.ts";
export { exactInstant } from "./exact-instants.ts";
export { type FoundRows, findAll } from "./find-all.ts";
export type {
  FindPlan,
  Found,
  InList,
  PlanExplanation,
  ResidualCondition,
  RowSecurity,
  SortKey,
} from "./find-plan.ts";
export type { Fold, FoldName, Grouping, RowGroup } from "./grouping.ts";
export type { InMemoryRows } from "./in-memory-rows.ts";
export type { ConvertValue, Migration } from "./migration.ts";
export type { AddedColumn, KeptColumn, KeptTable, MigrationPlan, MigrationStep } from "./migration-plan.ts";
export { MigrationRefused } from "./migration-refused.ts";
export { KeysOfRows, migrationWords, NamedThings, namedRow, valueInRow } from "./migration-words.ts";
export type {
  EventClaim,
  EventOutcome,
  EventState,
  JournalPage,
  OutboxEvent,
  OutboxState,
  RuleRun,
  StoredEvent,
  StoredRun,
} from "./outbox.ts";
export { ReadLost } from "./read-lost.ts";
export type { Key, Row } from "./row.ts";
export { batchOf, type RowBatches } from "./row-batches.ts";
export { FEW_ROWS, rowsByHash } from "./rows-by-hash.ts";
export type {
  AddedColumns,
  Connections,
  InsertOutcome,
  Opening,
  PartwiseFilling,
  ReadTransaction,
  ReadUse,
  RowReader,
  Store,
  WriteTransaction,
  WriteUse,
} from "./store.ts";
export type { StorageKind, StoredColumn, StoredTable } from "./stored-table.ts";
export {
  noteUnreadable,
  putUnreadable,
  readIfReadable,
  UnreadableValue,
} from "./unreadable-value.ts";
export { type FormerName, usedFormerNames } from "./used-former-names.ts";
export { type ValueForm, valueFormOf } from "./value-form.ts";
export { WriteQueue } from "./write-queue.ts";

/** The port between the engine and the places where rows live: `@tablewright/core/storage`. */

export type { Type } from "../expression/parts.ts";
export {
  type CheckedExpression,
  EvaluationError,
  Meter,
  type RequestContext,
  type Task,
} from "../expression/parts.ts";
export type { TableSource } from "../schema/index.ts";
export type { Family, Value } from "../values/index.ts";
export type {
  FindPlan,
  Fold,
  FoldName,
  Found,
  Grouping,
  InList,
  PlanExplanation,
  ResidualCondition,
  RowGroup,
  RowSecurity,
  SortKey,
} from "./find-plan.ts";
export { outboxTable, rowOfEvent, rowOfRun, runsTable } from "./journal-tables.ts";
export { type JsonForm, jsonFormOf, type OtherForms, otherForms } from "./json-form.ts";
export type {
  AddedColumn,
  ConvertValue,
  KeptColumn,
  KeptTable,
  Migration,
  MigrationPlan,
  MigrationStep,
} from "./migration-plan.ts";
export {
  type FormerName,
  KeysOfRows,
  migrationWords,
  NamedThings,
  namedRow,
  typeOfForm,
  usedFormerNames,
  valueInRow,
} from "./migration-plan.ts";
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
export { batchOf, FEW_ROWS, type Key, type Row, type RowBatches, rowsByHash } from "./row.ts";
export {
  type AddedColumns,
  type Capabilities,
  type Capability,
  type Connections,
  type FoundRows,
  type FunctionCall,
  findAll,
  type InMemoryRows,
  type InsertOutcome,
  type Opening,
  type PartwiseFilling,
  type ReadUse,
  type RowReader,
  type Store,
  type WriteTransaction,
  type WriteUse,
  withoutSources,
} from "./store.ts";
export {
  type ConstraintKind,
  ConstraintViolation,
  DefinitionOutdated,
  MigrationRefused,
  ReadLost,
  type Violation,
} from "./store-errors.ts";
export {
  type InstantUnit,
  readObjects,
  type StorageKind,
  type StoredColumn,
  type StoredTable,
  type ValueForm,
  valueFormOf,
  writeObjects,
} from "./stored-table.ts";
export {
  exactDigits,
  exactInstant,
  noteRounded,
  noteUnreadable,
  putUnreadable,
  readIfReadable,
  UnreadableValue,
  withDigits,
  withInstants,
} from "./unreadable-value.ts";
export { type AsyncContext, WriteQueue } from "./write-queue.ts";

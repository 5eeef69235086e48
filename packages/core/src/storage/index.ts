/** The port between the engine and the places where rows live: `@tablewright/core/storage`. */

export {
  atOnce,
  CheckedExpression,
  ColumnTable,
  check,
  compileRow,
  type ExpressionScope,
  evaluateRow,
  findBinding,
  functionsByName,
  inTurns,
  Meter,
  makeFrame,
  orderInSteps,
  orderRows,
  type RequestContext,
  type RequestLimits,
  RowEvaluation,
  RowTable,
  RunFault,
  readScope,
  rowEvaluatorIn,
  rowEvaluatorOf,
  runsInSteps,
  type Steps,
  selectRows,
  selectWhereAll,
  type TableRows,
  type TableScope,
  type Type,
  UNFINISHED,
  valueFamilyOf,
} from "../expression/parts.ts";
export {
  compileSortKey,
  compileToSql,
  compileToValue,
  functionsInSql,
  INDEXED_CHARACTERS,
  indexedFold,
  joinSql,
  type NativeFunctions,
  nativeFunctions,
  nativeFunctionsWithin,
  type PostgresFunction,
  type PostgresFunctions,
  postgres,
  postgresWith,
  type RenderedSql,
  type RowInSql,
  renderSql,
  type SqlBound,
  type SqlColumn,
  type SqlDialect,
  SqlFragment,
  type SqlOutcome,
  type SqlRequest,
  type SqlStop,
  type SqlTable,
  type SqlValueOutcome,
  type StoredForm,
  sql,
  sqlHole,
  sqlite,
  sqlName,
} from "../expression/sql/index.ts";
export {
  compareValues,
  type Family,
  hashOf,
  readIsoDate,
  readIsoDateTime,
  readIsoTime,
  type Value,
  writeIsoDate,
  writeIsoDateTime,
  writeIsoTime,
} from "../values/index.ts";
export { type FoundRows, findAll } from "./find-all.ts";
export type { Among, FindPlan, Found, KeptCondition, PlanExplanation, Sight, SortKey } from "./find-plan.ts";
export type { KeptColumn, KeptTable, MigrationPlan, MigrationStep } from "./migration-plan.ts";
export type {
  EventClaim,
  EventOutcome,
  EventState,
  JournalPage,
  OutboxEvent,
  RuleRun,
  StoredEvent,
  StoredRun,
} from "./outbox.ts";
export type { Key, Row } from "./row.ts";
export { allRowsOf, batchOf, type RowBatches } from "./row-batches.ts";
export type { RowsAtHand } from "./rows-at-hand.ts";
export type { InsertOutcome, ReadTransaction, ReadUse, RowReader, Store, WriteTransaction } from "./store.ts";
export type { StorageKind, StoredColumn, StoredTable } from "./stored-table.ts";
export { type Turn, type TurnContext, WriteQueue } from "./write-queue.ts";

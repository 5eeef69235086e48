/** What SQL stores share: `@tablewright/store-sql`. */

export {
  compileSortKey,
  compileToSql,
  compileToValue,
  type SqlOutcome,
  type SqlValueOutcome,
} from "./compile/compile-to-sql.ts";
export { compileValue } from "./compile/compile-value.ts";
export { functionsInSql } from "./compile/functions/index.ts";
export { nativeFunctions, nativeFunctionsWithin } from "./compile/native-functions.ts";
export type { IsoFamily, NativeFunction, SqlDialect, TextPlace } from "./compile/sql-dialect.ts";
export { type RowInSql, type SqlRequest, SqlScope, type SqlStop } from "./compile/sql-scope.ts";
export type { SqlColumn, SqlTable, StoredForm } from "./compile/sql-table.ts";
export type { SqlTerm } from "./compile/sql-term.ts";
export { doneBy } from "./done-by.ts";
export { type RenderedSql, renderSql } from "./fragments/render-sql.ts";
export { joinSql, type SqlBound, SqlFragment, sql, sqlName, sqlParameter } from "./fragments/sql-fragment.ts";
export { freeName } from "./free-name.ts";
export { inBatches } from "./in-batches.ts";
export { isWholeTable } from "./is-whole-table.ts";
export type { JournalDialect } from "./journal-dialect.ts";
export { limitValue } from "./limit-value.ts";
export { LoneRead } from "./lone-read.ts";
export { lookupValue } from "./lookup-value.ts";
export { MigrationRefused } from "./migration-refused.ts";
export { migrationSteps, unnamedColumns } from "./migration-steps.ts";
export { OpenTable } from "./open-table.ts";
export { type OutboxStatements, outboxStatements } from "./outbox-statements.ts";
export type { PlanPlace } from "./plan-place.ts";
export {
  type ComputedValue,
  FEW_ROWS,
  type PlanStatement,
  planStatement,
} from "./plan-statement.ts";
export { putBehindNumber } from "./put-behind-number.ts";
export { quoteName } from "./quote-name.ts";
export { rowAlone } from "./row-alone.ts";
export { rowDecoder } from "./row-decoder.ts";
export { RowNumbering } from "./row-numbering.ts";
export { type RunHistoryStatements, runHistoryStatements } from "./run-history-statements.ts";
export { mergeSorted, rowOrder } from "./sorted-rows.ts";
export { hasIndex, sqlTableOf } from "./sql-table-of.ts";
export { readSqlValue, type SqlValue, writeSqlValue } from "./sql-value.ts";
export type { StorageDialect } from "./storage-dialect.ts";
export { readEvent, writeEvent, writeOutcome } from "./stored-event.ts";
export { readRun, writeRun } from "./stored-run.ts";
export { columnsAsStored, type LaidOutColumn, SLOT, type TableLayout } from "./table-layout.ts";
export { otherForm, sharedKey, type TablePlan } from "./table-plan.ts";
export { TableStatements } from "./table-statements.ts";
export { valueFormOf } from "./value-form-of.ts";
export type { WindowStatement } from "./window-statement.ts";

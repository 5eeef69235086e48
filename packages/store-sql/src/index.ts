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
export { quoteName } from "./fragments/quote-name.ts";
export { type RenderedSql, renderSql } from "./fragments/render-sql.ts";
export { joinSql, type SqlBound, SqlFragment, sql, sqlName, sqlParameter } from "./fragments/sql-fragment.ts";
export type { JournalDialect } from "./journals/journal-dialect.ts";
export { type OutboxStatements, outboxStatements } from "./journals/outbox-statements.ts";
export { type RunHistoryStatements, runHistoryStatements } from "./journals/run-history-statements.ts";
export { readEvent, writeEvent, writeOutcome } from "./journals/stored-event.ts";
export { readRun, writeRun } from "./journals/stored-run.ts";
export { MigrationRefused } from "./migrations/migration-refused.ts";
export { migrationSteps, unnamedColumns } from "./migrations/migration-steps.ts";
export { otherForm, sharedKey, type TablePlan } from "./migrations/table-plan.ts";
export { doneBy } from "./plans/done-by.ts";
export { isWholeTable } from "./plans/is-whole-table.ts";
export { limitValue } from "./plans/limit-value.ts";
export { lookupValue } from "./plans/lookup-value.ts";
export type { PlanPlace } from "./plans/plan-place.ts";
export {
  type ComputedValue,
  FEW_ROWS,
  type PlanStatement,
  planStatement,
} from "./plans/plan-statement.ts";
export { mergeSorted, rowOrder } from "./plans/sorted-rows.ts";
export type { WindowStatement } from "./plans/window-statement.ts";
export { LoneRead } from "./store/lone-read.ts";
export { rowAlone } from "./store/row-alone.ts";
export { freeName } from "./tables/free-name.ts";
export { inBatches } from "./tables/in-batches.ts";
export { OpenTable } from "./tables/open-table.ts";
export { putBehindNumber } from "./tables/put-behind-number.ts";
export { rowDecoder } from "./tables/row-decoder.ts";
export { RowNumbering } from "./tables/row-numbering.ts";
export { hasIndex, sqlTableOf } from "./tables/sql-table-of.ts";
export type { StorageDialect } from "./tables/storage-dialect.ts";
export { columnsAsStored, type LaidOutColumn, SLOT, type TableLayout } from "./tables/table-layout.ts";
export { TableStatements } from "./tables/table-statements.ts";
export { valueFormOf } from "./tables/value-form-of.ts";
export { readSqlValue, type SqlValue, writeSqlValue } from "./values/sql-value.ts";

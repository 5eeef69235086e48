/** What SQL stores share: `@tablewright/store-sql`. */

export {
  type CataloguedTable,
  LAST_MIGRATION,
  type OwnTableDialect,
  readLayouts,
  takeSlots,
} from "./catalogue/catalogue.ts";
export { catalogueTable, laterChangesTables } from "./catalogue/later-changes.ts";
export {
  compileSortKey,
  compileToSql,
  compileToValue,
  type SqlOutcome,
  type SqlValueOutcome,
  sqlScopeOf,
} from "./compile/compile-to-sql.ts";
export { functionsInSql } from "./compile/functions/index.ts";
export { nativeFunctions, nativeFunctionsWithin } from "./compile/native-functions.ts";
export { jsonPath } from "./compile/rows/compile-field.ts";
export { type NativeFunction, phrase, type SqlDialect, type TextPlace } from "./compile/sql-dialect.ts";
export type { RowInSql, SqlRequest, SqlScope, SqlStop } from "./compile/sql-scope.ts";
export {
  type IndexedField,
  indexedFieldsOf,
  type SqlColumn,
  type SqlTable,
  type StoredForm,
  storedFormOf,
} from "./compile/sql-table.ts";
export { columnTerm, comparedColumn, heldColumn, heldDecimal, type SqlTerm } from "./compile/sql-term.ts";
export { plainMysql } from "./dialects/mysql.ts";
export { postgres } from "./dialects/postgres.ts";
export { plainSqlite } from "./dialects/sqlite.ts";
export { foldedPattern, isoPhrases, standardDialect, standardPhrases } from "./dialects/standard.ts";
export { type RenderedSql, renderSql } from "./fragments/render-sql.ts";
export {
  joinSql,
  quoteName,
  type SqlBound,
  SqlFragment,
  sql,
  sqlName,
  sqlOf,
  sqlParameter,
  sqlText,
} from "./fragments/sql-fragment.ts";
export type {
  ColumnDescription,
  DatabaseDescription,
  ForeignKeyDescription,
  TableDescription,
  ValueKind,
} from "./introspect/database-description.ts";
export { type IsBeyond, withRowsSeen } from "./introspect/seen-rows.ts";
export { takeSimpleChecks } from "./introspect/simple-checks.ts";
export { createIndex, indexStatements } from "./migrations/change-indexes.ts";
export { countFrom, type ServerUse, takeParameters, trueOrFalse } from "./network/address.ts";
export { Heartbeat, type OpenTransaction, SILENCE_MS } from "./network/heartbeat.ts";
export { HealthCheck, LONGEST_CHECK, Pulse, systemTimers, type Timers } from "./network/pulse.ts";
export { inExclusiveTurn, type Meetings, repeatWrite } from "./network/repeat-write.ts";
export { Lane, SearchLane, TakenSnapshots, Writers } from "./network/writers.ts";
export type { LookupList } from "./plans/lookup-list.ts";
export { parameterList } from "./plans/lookup-list.ts";
export { FIRST_ROWS, type PlanStatement, planStatement } from "./plans/plan-statement.ts";
export type { WindowStatement } from "./plans/window-statement.ts";
export {
  type HeldColumn,
  isMomentText,
  isNear,
  isNumberText,
  isOneOf,
  isWholeNumberText,
  partsOfSecond,
  type SourceForm,
  type SourceForms,
  withTests,
} from "./sources/source-column.ts";
export { INNER } from "./sources/source-layout.ts";
export type { Awaitable, Bound, SqlConnection } from "./store/sql-connection.ts";
export type { SqlDatabase } from "./store/sql-driver.ts";
export {
  type Budgets,
  type BuiltIndex,
  type Guards,
  type IndexBuilder,
  type InTransaction,
  type LastMigration,
  type RowParts,
  type SearchedRows,
  type SqlDriver,
  type StatementReport,
  statementLimit,
  timeOver,
} from "./store/sql-driver.ts";
export { sourceReader, sqlStore } from "./store/sql-store.ts";
export type { PlannedIndex, SqlStoreDialect, TableAccess, TableIndex } from "./store/sql-store-dialect.ts";
export { type DirectConnection, RowByRow } from "./tables/row-by-row.ts";
export {
  columnsAsStored,
  hasIndex,
  type LaidOutColumn,
  type NamesOfDatabase,
  SLOT,
  sqlTableOf,
  type TableLayout,
  unusedName,
} from "./tables/table-layout.ts";
export type { FindStatement } from "./transaction/find-statement.ts";
export { chunksOf, readByUtc, readSqlValue, type SqlValue, writeSqlValue } from "./values/sql-value.ts";
export { type SqlWhere, type ToSqlOptions, toSql } from "./where/to-sql.ts";

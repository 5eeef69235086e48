/** The expression language said in SQL, for stores: part of `@tablewright/core/storage`. */
export {
  compileSortKey,
  compileToSql,
  compileToValue,
  type SqlOutcome,
  type SqlValueOutcome,
} from "./compile-to-sql.ts";
export {
  INDEXED_CHARACTERS,
  indexedFold,
  type PostgresFunction,
  type PostgresFunctions,
  postgres,
  postgresWith,
} from "./dialects/postgres.ts";
export { sqlite } from "./dialects/sqlite.ts";
export { functionsInSql } from "./functions/index.ts";
export { nativeFunctions, nativeFunctionsWithin } from "./native-functions.ts";
export { type RenderedSql, renderSql } from "./render-sql.ts";
export type { NativeFunctions, SqlDialect } from "./sql-dialect.ts";
export { joinSql, type SqlBound, SqlFragment, sql, sqlHole, sqlName } from "./sql-fragment.ts";
export type { RowInSql, SqlRequest, SqlStop } from "./sql-scope.ts";
export type { SqlColumn, SqlTable, StoredForm } from "./sql-table.ts";

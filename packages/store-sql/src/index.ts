/** What SQL stores share: `@tablewright/store-sql`. */
export { freeName } from "./free-name.ts";
export { inBatches } from "./in-batches.ts";
export { quoteName } from "./quote-name.ts";
export { rowDecoder } from "./row-decoder.ts";
export { RowNumbering } from "./row-numbering.ts";
export type { SqlDialect } from "./sql-dialect.ts";
export { readSqlValue, type SqlValue, writeSqlValue } from "./sql-value.ts";
export { columnsAsStored, type LaidOutColumn, SLOT, type TableLayout } from "./table-layout.ts";
export { TableStatements } from "./table-statements.ts";
export { type ValueForm, valueFormOf } from "./value-form.ts";

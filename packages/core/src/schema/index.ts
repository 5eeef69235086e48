/** An application definition: its types, how it is loaded, and the types its columns can have. */
export { accessKey } from "./api/access-key.ts";
export type * from "./app-definition.ts";
export { type BodyNotation, bodyNotation, endsInQuotes } from "./body-notation.ts";
export { columnsRead } from "./check/columns-read.ts";
export { unfitActions } from "./check/unfit-actions.ts";
export type {
  ColumnDefinition,
  StoredColumnDefinition,
  VirtualColumnDefinition,
} from "./column-definition.ts";
export type { ColumnType } from "./column-types/column-type.ts";
export { columnTypeNamed, columnTypes } from "./column-types/index.ts";
export { updateModesOf } from "./compile/update-modes.ts";
export { fillsItself } from "./fills-itself.ts";
export { loadDefinition } from "./load-definition.ts";
export { LONGEST_KEY } from "./longest-key.ts";
export { orderTables } from "./order-tables.ts";
export { nextRun } from "./schedules/next-run.ts";
export { type DefinitionLocations, definitionLocations } from "./text/definition-locations.ts";
export type { Path } from "./text/path.ts";
export { type TableSource, writeTableSource } from "./text/table-source.ts";
export { type ColumnOptions, noOptions } from "./typing/column-options.ts";

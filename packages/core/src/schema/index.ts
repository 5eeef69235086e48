/** An application definition: its types, how it is loaded, and the types its columns can have. */

export type { Path } from "../yaml/definition-source.ts";
export { type DefinitionLocations, definitionLocations } from "../yaml/read-yaml.ts";
export type * from "./app/app-definition.ts";
export { accessKey, LONGEST_KEY, orderTables, otherStepKinds } from "./app/app-definition.ts";
export {
  type BodyNotation,
  bodyNotation,
  endsInQuotes,
  hasBlocks,
  withoutSpareCommas,
} from "./app/body-notation.ts";
export {
  type ColumnDefinition,
  columnsRead,
  fillsItself,
  type StoredColumnDefinition,
  type VirtualColumnDefinition,
} from "./app/column-definition.ts";
export { actionsNotCallable } from "./check/check-logic.ts";
export type { ColumnType } from "./column-types/column-type.ts";
export { type ColumnOptions, noOptions } from "./column-types/column-type.ts";
export { columnTypeNamed, columnTypes } from "./column-types/index.ts";
export { nextRun } from "./compile/compile-rules.ts";
export { updateModesOf } from "./compile/compile-tables.ts";
export { type LoadDefinitionOptions, loadDefinition } from "./load-definition.ts";
export { type TableSource, writeTableSource } from "./text/table-source.ts";

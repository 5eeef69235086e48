/** An application definition: its types, how it is loaded, and the types its columns can have. */
export type {
  AccessKey,
  ActionDefinition,
  ActionEffect,
  ApiDefinition,
  AppDefinition,
  ColumnDefinition,
  RuleDefinition,
  RuleStep,
  SliceDefinition,
  TableDefinition,
  UpdateMode,
  Updates,
  WebhookDefinition,
} from "./app-definition.ts";
export { type ColumnOptions, type ColumnWatch, noOptions } from "./column-options.ts";
export type { CellMistake, ColumnType, ReadCell, Reading, Writing } from "./column-types/column-type.ts";
export { columnTypeNamed, columnTypes } from "./column-types/index.ts";
export { loadDefinition } from "./load-definition.ts";
export { LONGEST_KEY } from "./longest-key.ts";
export { updateModesOf } from "./update-modes.ts";

/** The record engine and everything an embedding program needs: `@tablewright/core`. */
export {
  catalogue,
  type Diagnostic,
  type DiagnosticCode,
  diagnose,
  hasErrors,
  type Outcome,
  printExcerpt,
  suggest,
} from "./diagnostics/index.ts";
export {
  type Accepted,
  createEngine,
  type Engine,
  type EngineOptions,
  type EngineRequest,
  type Properties,
  type Result,
  type ResultRow,
  type Services,
  type Wire,
} from "./engine/index.ts";
export {
  type AccessKey,
  type AppDefinition,
  type ColumnDefinition,
  loadDefinition,
  type TableDefinition,
} from "./schema/index.ts";

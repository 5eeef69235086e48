/** The types of every entrance to the language. */
export type { Diagnostic } from "../diagnostics/index.ts";
export type { JsonValue } from "../values/index.ts";
export type { FunctionDefinition } from "./check/function-definition.ts";
export type { CompiledExpression, SharedContext } from "./compile-with.ts";
export type { ColumnScope, EvaluationContext, Scope } from "./context/public-scope.ts";
export type { Completion, Completions } from "./editor/complete-with.ts";
export type { FunctionDescription } from "./editor/describe-definition.ts";
export type { Limits } from "./runtime/limits.ts";

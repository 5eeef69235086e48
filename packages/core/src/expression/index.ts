/** The expression language alone: `@tablewright/core/expression`. Runs in Node and in a browser. */
export type { Diagnostic } from "../diagnostics/index.ts";
export type { JsonValue } from "../values/index.ts";
export type { FunctionDefinition } from "./check/function-definition.ts";
export { type CompiledExpression, compile, type SharedContext } from "./compile.ts";
export { ExpressionError } from "./context/expression-error.ts";
export type { ColumnScope, EvaluationContext, Scope } from "./context/public-scope.ts";
export { type Completion, type Completions, complete } from "./editor/complete.ts";
export { describe, type FunctionDescription } from "./editor/describe.ts";
export { defineFunction } from "./functions/define-function.ts";
export { functions } from "./functions/index.ts";
export { defaultLimits, type Limits } from "./runtime/limits.ts";
export { format } from "./syntax/format.ts";

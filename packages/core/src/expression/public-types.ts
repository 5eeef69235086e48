/** The types of every entrance to the language. */
export type { Diagnostic, ExpressionDiagnostic } from "../diagnostics/index.ts";
export type { JsonValue } from "../values/index.ts";
export type { FunctionDefinition, FunctionDescription } from "./check/function-definition.ts";
export type { FunctionDeclaration, ParameterDeclaration } from "./context/declared-functions.ts";
export type { ColumnScope } from "./context/declared-types.ts";
export type { ObjectSchema, RowOfScope, TypedRows } from "./context/declared-values.ts";
export type { EvaluationContext } from "./context/evaluation-context.ts";
export type { Scope } from "./context/scope.ts";
export type { Completion, Completions } from "./editor/complete-in.ts";
export type { CompiledExpression, SharedContext, Typed, TypedEvaluation } from "./language-of.ts";
export type { Limits } from "./runtime/meter.ts";

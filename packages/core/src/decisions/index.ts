/** Rules over plain objects: `@tablewright/core/rules`. With the language, without tables, engine or store. Runs in Node and in a browser. */
export type { Diagnostic, Outcome } from "../diagnostics/index.ts";
export { defineFunction } from "../expression/functions/define-function.ts";
export type { JsonValue } from "../values/index.ts";
export type { RuleEvent } from "./decision.ts";
export { type LoadOptions, loadRules } from "./load-rules.ts";
export type { DecisionContext, DecisionResult, FiredRow, Rules } from "./rules.ts";

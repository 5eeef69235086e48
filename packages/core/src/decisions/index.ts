/** Rules over plain objects: `@tablewright/core/rules`. With the language, without tables, engine or store. Runs in Node and in a browser. */
export type { Diagnostic, Outcome } from "../diagnostics/index.ts";
export { declareFunction as defineFunction } from "../expression/context/declared-functions.ts";
export type { Trace, TraceNode } from "../expression/evaluate/trace/trace.ts";
export type { JsonValue } from "../values/index.ts";
export type { OwnType } from "../yaml/object-types.ts";
export type { OwnFunction } from "./compile-functions.ts";
export type { FiredRule, RuleEvent } from "./decision.ts";
export { defineRules, type FactsOfRules, type OutputsOfRules, type RulesDefinition } from "./define-rules.ts";
export type { DecisionDescription, RowDescription } from "./describe-rules.ts";
export { type DecisionTrace, type ExplainedRow, printExplanation } from "./explain.ts";
export { isRulesDefinition, type LoadRulesOptions, loadRules, tablesOf } from "./load-rules.ts";
export type { DecisionContext, DecisionResult, Explanation, FactDescription, Rules } from "./rules.ts";
export {
  type FactSamples,
  type NotSampled,
  type SampledFacts,
  sampleFacts,
  sampleFactsOf,
} from "./sample-facts.ts";
export type { ReadTable, SheetRow } from "./table-file.ts";

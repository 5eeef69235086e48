/** What editors ask about a source: `@tablewright/core/expression/editor`. Runs in Node and in a browser. */

import type { Diagnostic } from "../../diagnostics/index.ts";
import { check } from "../check/check.ts";
import { tableNamesOf } from "../check/check-state.ts";
import type { EvaluationContext } from "../context/evaluation-context.ts";
import type { Scope } from "../context/scope.ts";
import { analyseSource } from "../editor/analyse-source.ts";
import { completeArgumentIn } from "../editor/complete-argument-in.ts";
import type { Completions } from "../editor/complete-in.ts";
import { fixesOf, type QuickFix } from "../editor/fixes-of.ts";
import { type Highlight, highlightIn } from "../editor/highlight-in.ts";
import { type Hover, hoverIn } from "../editor/hover-in.ts";
import { type NameUse, namesIn } from "../editor/names-in.ts";
import { type SignatureHelp, signatureHelpIn } from "../editor/signature-help-in.ts";
import { functionsByName } from "../extract/all-functions.ts";
import { languageOf } from "../language-of.ts";
import { formatSource } from "../syntax/print.ts";

export type { Diagnostic, TextEdit } from "../../diagnostics/index.ts";
export type { JsonValue } from "../../values/index.ts";
export type { ColumnScope } from "../context/declared-types.ts";
export type { EvaluationContext } from "../context/evaluation-context.ts";
export type { Scope } from "../context/scope.ts";
export type { Completion, Completions } from "../editor/complete-in.ts";
export type { QuickFix } from "../editor/fixes-of.ts";
export type { Highlight, HighlightKind } from "../editor/highlight-in.ts";
export type { Hover } from "../editor/hover-in.ts";
export type { NameUse } from "../editor/names-in.ts";
export type { ParameterHelp, SignatureHelp } from "../editor/signature-help-in.ts";

const { scopeOf } = languageOf(functionsByName);

/** What is wrong with a source, as `compile` has it. */
export function diagnostics(source: string, scope?: Scope): readonly Diagnostic[] {
  return check(source, scopeOf(scope)).diagnostics;
}

/** What may be written at `offset` (UTF-16 units, as everywhere here) of a source that need not be finished. */
export function complete(source: string, offset: number, scope?: Scope): Completions {
  return completeArgumentIn(scopeOf(scope), source, offset);
}

/** What is at `offset`: its type, its documentation and, with a context, its value in that row. */
export function hover(
  source: string,
  offset: number,
  scope?: Scope,
  context?: EvaluationContext,
): Hover | undefined {
  return hoverIn(scopeOf(scope), source, offset, context);
}

/** The call that `offset` is in, with the parameter that is being written. */
export function signatureHelp(source: string, offset: number, scope?: Scope): SignatureHelp | undefined {
  return signatureHelpIn(scopeOf(scope), source, offset);
}

/** The tables, slices, columns and functions that a source names, in its order. */
export function symbols(source: string, scope?: Scope): readonly NameUse[] {
  return namesIn(analyseSource(source, scopeOf(scope)));
}

/** Changes that take a diagnostic of the source away, in the order of the diagnostics. */
export function quickFixes(source: string, scope?: Scope): readonly QuickFix[] {
  return diagnostics(source, scope).flatMap((diagnostic) => fixesOf(source, diagnostic));
}

/** The tokens of a source with the kinds that they are coloured by. */
export function highlight(source: string, scope?: Scope): readonly Highlight[] {
  return highlightIn(source, tableNamesOf(scopeOf(scope)));
}

/** The source in its canonical layout; a source that does not read is given back as it is. */
export function format(source: string, scope?: Scope): string {
  return formatSource(source, tableNamesOf(scopeOf(scope)));
}

import type { catalogue } from "./catalogue.ts";
import type { definitionCatalogue } from "./definition-catalogue.ts";
import type { expressionCatalogue } from "./expression-catalogue.ts";

/** Every code a user can meet: `group/kebab-name`, public and stable. */
export type DiagnosticCode = keyof typeof catalogue;

/** Those of definitions, decisions and their expressions. */
export type DefinitionCode = keyof typeof definitionCatalogue;

/** Those that only an expression can have. */
export type ExpressionCode = keyof typeof expressionCatalogue;

/** The place of an error. Offsets count UTF-16 units of the source; calls of a batch and rows count from 1. */
export interface Location {
  readonly start?: number;
  readonly end?: number;
  /** The call of a batch. */
  readonly call?: number;
  readonly row?: number;
  readonly column?: string;
  readonly key?: string;
  readonly file?: string;
  readonly line?: number;
  readonly character?: number;
  /** JSON pointer to a fact, such as `/customer/tier`. */
  readonly pointer?: string;
  /** Facts that show what is meant, in their JSON form. */
  readonly example?: object;
  /** The definition member the expression is in, such as `tables.Orders.columns.Total.formula`. */
  readonly member?: string;
}

/** Offsets in UTF-16 units of the source; `end` is one after the last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The text that replaces a span. Those of one change do not overlap, and all count in the text before them. */
export interface TextEdit extends Span {
  readonly text: string;
}

/** One error or warning, worded for the person who made it. */
export interface Diagnostic extends Location {
  readonly code: DiagnosticCode;
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly hint?: string;
  /** The name that the hint asks about, whole. */
  readonly suggestion?: string;
  /** What the hint says to write, where that takes the diagnostic away; its span counts as `start` and `end` do. */
  readonly replacement?: TextEdit;
  /** What a function of the program around threw. It is for who runs the program, and no answer to a caller has it. */
  readonly cause?: unknown;
  /** How many others follow this one; only of `limit/errors` and `limit/warnings`. */
  readonly more?: number;
}

/** What a stage answers: an output, diagnostics, or both. Bad user input is never thrown. */
export interface Outcome<T> {
  readonly output: T | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** The outcome of a stage that went no further. */
export function noOutput(diagnostics: readonly Diagnostic[]): Outcome<never> {
  return { output: undefined, diagnostics };
}

/** The details a code's sentence needs; `{}` for a sentence without any. */
export type DetailsOf<C extends DiagnosticCode> =
  Parameters<(typeof catalogue)[C]> extends [infer Details] ? Details : Record<string, never>;

/**
 * One error or warning of an expression with what it was worded of, for a program that words it itself: the code names the
 * sentence, and its details are typed by the code.
 */
export type ExpressionDiagnostic = {
  readonly [C in ExpressionCode]: Diagnostic & { readonly code: C; readonly details: DetailsOf<C> };
}[ExpressionCode];

/** The diagnostic where its text is part of a longer one, `by` units further on. */
export function moveDiagnostic(diagnostic: Diagnostic, by: number): Diagnostic {
  const { start = 0, end = start, replacement } = diagnostic;
  const move = <S extends Span>(span: S): S => ({ ...span, start: span.start + by, end: span.end + by });
  return move({
    ...diagnostic,
    start,
    end,
    ...(replacement === undefined ? {} : { replacement: move(replacement) }),
  });
}

/** Whether one of the diagnostics is an error; warnings are none. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === "error");
}

/** The diagnostic with the line of `source` it is on, or the part of a long one, and carets under the part that is meant. */
export function printExcerpt(source: string, diagnostic: Diagnostic): string {
  const heading = `${diagnostic.severity}: ${diagnostic.message} (${diagnostic.code})`;
  const hint = [
    ...(diagnostic.hint === undefined ? [] : [`hint: ${diagnostic.hint}`]),
    ...(diagnostic.cause === undefined ? [] : [`cause: ${describeCause(diagnostic.cause)}`]),
  ];
  if (diagnostic.start === undefined) return [heading, ...hint].join("\n");
  const start = Math.min(diagnostic.start, source.length);
  const lineStart = source.lastIndexOf("\n", start - 1) + 1;
  const nextBreak = source.indexOf("\n", start);
  const lineEnd = nextBreak === -1 ? source.length : nextBreak;
  const isLong = lineEnd - lineStart > LONGEST_EXCERPT;
  const from = isLong ? Math.max(lineStart, start - LONGEST_EXCERPT / 2) : lineStart;
  const to = isLong ? Math.min(lineEnd, from + LONGEST_EXCERPT) : lineEnd;
  const end = Math.min(diagnostic.end ?? start + 1, to);
  const [cutBefore, cutAfter] = [from > lineStart ? "…" : "", to < lineEnd ? "…" : ""];
  const before = `${cutBefore}${source.slice(from, start)}`.replace(/[^\t]/gu, " ");
  const carets = "^".repeat(Math.max(1, [...source.slice(start, end)].length));
  const excerpt = `${cutBefore}${source.slice(from, to)}${cutAfter}`;
  return [heading, `  ${excerpt}`, `  ${before}${carets}`, ...hint].join("\n");
}

/** What a function threw: an error with its place in the code, anything else as a text. */
export function describeCause(cause: unknown): string {
  try {
    if (!(cause instanceof Error)) return String(cause).slice(0, LONGEST_CAUSE);
    const [place] = /\n\s+at .*/.exec(cause.stack ?? "") ?? [""];
    return `${`${cause.name}: ${cause.message}`.slice(0, LONGEST_CAUSE)}${place.replace(/\n\s+/, "\n  ")}`;
  } catch {
    return "what was thrown cannot be read";
  }
}

const LONGEST_CAUSE = 1_000;

/** UTF-16 units of a line that are shown: a definition may be one line of megabytes. */
const LONGEST_EXCERPT = 160;

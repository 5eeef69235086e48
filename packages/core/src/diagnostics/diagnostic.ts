import { catalogue, type Sentence } from "./catalogue.ts";

/** Every code a user can meet: `group/kebab-name`, public and stable. */
export type DiagnosticCode = keyof typeof catalogue;

/** Where a mistake stands. Offsets count UTF-16 units of the source; rows count from 1. */
export interface Place {
  readonly start?: number;
  readonly end?: number;
  readonly row?: number;
  readonly column?: string;
  readonly key?: string;
  readonly file?: string;
  readonly line?: number;
  readonly character?: number;
  /** The definition member the expression stands in, such as `tables.Orders.columns.Total.formula`. */
  readonly member?: string;
}

/** One mistake or warning, worded for the person who made it. */
export interface Diagnostic extends Place {
  readonly code: DiagnosticCode;
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly hint?: string;
}

/** What a stage answers: an output, diagnostics, or both. Bad user input is never thrown. */
export interface Outcome<T> {
  readonly output: T | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** The details a code's sentence needs; `{}` for a sentence without any. */
export type DetailsOf<C extends DiagnosticCode> =
  Parameters<(typeof catalogue)[C]> extends [infer Details] ? Details : Record<string, never>;

/** Words the mistake `code` with its details and puts it in its place. */
export function diagnose<C extends DiagnosticCode>(
  code: C,
  details: DetailsOf<C>,
  place: Place = {},
): Diagnostic {
  const write = catalogue[code] as (details: DetailsOf<C>) => Sentence;
  const { message, hint, severity = "error" } = write(details);
  return { code, severity, message, ...(hint === undefined ? {} : { hint }), ...place };
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === "error");
}

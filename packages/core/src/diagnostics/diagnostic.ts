import { catalogue, type Sentence } from "./catalogue.ts";
import { shorten } from "./shorten.ts";

/** Every code a user can meet: `group/kebab-name`, public and stable. */
export type DiagnosticCode = keyof typeof catalogue;

/** Where an error stands. Offsets count UTF-16 units of the source; rows count from 1. */
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

/** Offsets in UTF-16 units of the source; `end` is one after the last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** One error or warning, worded for the person who made it. */
export interface Diagnostic extends Place {
  readonly code: DiagnosticCode;
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly hint?: string;
  /** How many others stand behind this one; of `limit/errors` and `limit/warnings` alone. */
  readonly more?: number;
}

/** What a stage answers: an output, diagnostics, or both. Bad user input is never thrown. */
export interface Outcome<T> {
  readonly output: T | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** The details a code's sentence needs; `{}` for a sentence without any. */
export type DetailsOf<C extends DiagnosticCode> =
  Parameters<(typeof catalogue)[C]> extends [infer Details] ? Details : Record<string, never>;

/**
 * Words the error `code` with its details and puts it in its place. The user's own words are cut where they are longer
 * than anybody reads, so that no answer grows with what was sent.
 */
export function diagnose<C extends DiagnosticCode>(
  code: C,
  details: DetailsOf<C>,
  place: Place = {},
): Diagnostic {
  const write = catalogue[code] as (details: DetailsOf<C>) => Sentence;
  const { message, hint, severity = "error" } = write(shortenDetails(details));
  return {
    code,
    severity,
    message: shorten(message, LONGEST_SENTENCE),
    ...(hint === undefined ? {} : { hint: shorten(hint, LONGEST_SENTENCE) }),
    ...shortenPlace(place),
  };
}

function shortenDetails<Details>(details: Details): Details {
  const entries = Object.entries(details as object).map(([name, detail]) => [
    name,
    WORDED.has(name) ? shortenNames(detail) : OUR_OWN.has(name) ? detail : shortenDetail(detail),
  ]);
  return Object.fromEntries(entries) as Details;
}

function shortenDetail(detail: unknown): unknown {
  if (Array.isArray(detail)) return detail.map(shortenDetail);
  return typeof detail === "string" ? shorten(detail, LONGEST_QUOTED) : detail;
}

/** The names in a sentence: in brackets, in quotes, or without a blank. */
function shortenNames(detail: unknown): unknown {
  if (typeof detail !== "string" || detail.length <= LONGEST_QUOTED) return detail;
  return detail
    .replace(/(?<=\[)[^\]]{61,}(?=\])|(?<=")[^"]{61,}(?=")/g, (name) => shorten(name, LONGEST_QUOTED))
    .replace(/[^\s"[\]]{62,}/g, (name) => shorten(name, LONGEST_QUOTED));
}

function shortenPlace({ column, key, ...place }: Place): Place {
  return {
    ...place,
    ...(column === undefined ? {} : { column: shorten(column, LONGEST_NAME) }),
    ...(key === undefined ? {} : { key: shorten(key, LONGEST_NAME) }),
  };
}

/** Details that checkers word; only the names in them are cut. */
const WORDED = new Set(["filter", "hint", "wanted", "what"]);

/** Details of ours, or sentences that an application declares. */
const OUR_OWN = new Set(["bound", "example", "message", "reason", "syntax"]);

/** Code points of a name or value within a sentence. */
const LONGEST_QUOTED = 60;

/** Code points of the column or key at which an error stands. */
const LONGEST_NAME = 200;

/** Code points of a sentence, whatever it lists; authors of applications word some themselves. */
const LONGEST_SENTENCE = 1_000;

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === "error");
}

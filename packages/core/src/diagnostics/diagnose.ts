import { catalogue } from "./catalogue.ts";
import { definitionCatalogue } from "./definition-catalogue.ts";
import type {
  DefinitionCode,
  DetailsOf,
  Diagnostic,
  DiagnosticCode,
  ExpressionCode,
  Location,
} from "./diagnostic.ts";
import { expressionCatalogue } from "./expression-catalogue.ts";
import { didYouMean, type Instead, type Said, type Sentence, type Suggested } from "./sentence.ts";

/** Words the error `code` with its details and puts it in its location. */
export function diagnose<C extends DiagnosticCode>(
  code: C,
  details: DetailsOf<C>,
  location?: Location,
): Diagnostic {
  return wordDiagnostic(catalogue, code, details, location);
}

/** As `diagnose`, for definitions and decisions, which load no sentences about calls and stores. */
export function diagnoseDefinition<C extends DefinitionCode>(
  code: C,
  details: DetailsOf<C>,
  location?: Location,
): Diagnostic {
  return wordDiagnostic(definitionCatalogue, code, details, location);
}

/** As `diagnose`, for the language, which loads no other sentences. */
export function diagnoseExpression<C extends ExpressionCode>(
  code: C,
  details: DetailsOf<C>,
  location?: Location,
): Diagnostic {
  return wordDiagnostic(expressionCatalogue, code, details, location);
}

/**
 * Words the error `code` with its details and puts it in its location. The user's own words are cut where they are longer
 * than anybody reads, so that no answer grows with what was sent.
 */
function wordDiagnostic<C extends DiagnosticCode>(
  sentences: { readonly [code in C]: (details: never) => Said },
  code: C,
  details: DetailsOf<C>,
  location: Location = {},
): Diagnostic {
  const write = sentences[code] as (details: DetailsOf<C>) => Said;
  const shown = shortenDetails(details);
  const said = write(shown);
  const sentence: Sentence =
    typeof said === "string" ? { message: said, hint: didYouMean((shown as Suggested).suggestion) } : said;
  const { message, hint, severity = "error" } = sentence;
  const diagnostic: Diagnostic = {
    code,
    severity,
    message: shorten(message, LONGEST_SENTENCE),
    ...(hint === undefined
      ? {}
      : {
          hint: shorten(hint, LONGEST_SENTENCE),
          ...remedyOf(details as Suggested & Instead, shown as Suggested, hint, location),
        }),
    ...shortenLocation(location),
  };
  givenDetails.set(diagnostic, details as object);
  return diagnostic;
}

const givenDetails = new WeakMap<Diagnostic, object>();

/** What a diagnostic was worded of; empty for one that has been moved or read. */
export function detailsOf(diagnostic: Diagnostic): object {
  return givenDetails.get(diagnostic) ?? {};
}

/** What a hint says, as data: its names are whole, as only they can be written. */
function remedyOf(
  { suggestion, instead }: Suggested & Instead,
  shown: Suggested,
  hint: string,
  { start, end }: Location,
): Pick<Diagnostic, "suggestion" | "replacement"> {
  if (suggestion !== undefined && hint === didYouMean(shown.suggestion)) return { suggestion };
  if (instead === undefined || start === undefined || end === undefined) return {};
  return { replacement: { start, end, text: instead } };
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

function shortenLocation({ column, key, ...location }: Location): Location {
  return {
    ...location,
    ...(column === undefined ? {} : { column: shorten(column, LONGEST_NAME) }),
    ...(key === undefined ? {} : { key: shorten(key, LONGEST_NAME) }),
  };
}

/** Details that checkers word; only the names in them are cut. */
const WORDED = new Set(["filter", "hint", "instead", "expected", "what"]);

/** Details of ours, or sentences that an application declares. */
const OUR_OWN = new Set(["bound", "example", "message", "reason", "syntax"]);

/** Code points of a name or value within a sentence. */
const LONGEST_QUOTED = 60;

/** Code points of the column or key that has the error. */
const LONGEST_NAME = 200;

/** Code points of a sentence, whatever it lists; authors of applications word some themselves. */
const LONGEST_SENTENCE = 1_000;

/** A text for people to recognise: its first `most` code points, and "…" where there are more. */
function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const points = [...text.slice(0, 2 * most + 2)];
  return points.length <= most ? text : `${points.slice(0, most).join("")}…`;
}

/** What is said of a member that is not known: an error where one that is known was probably meant, else a warning. */
export function diagnoseUnknown(name: string, where: string, suggestion: string | undefined): Diagnostic {
  return suggestion === undefined
    ? diagnose("request/unknown-member", { name, where })
    : diagnose("request/misspelt-member", { name, where, suggestion });
}

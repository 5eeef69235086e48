import { type CaseRules, lowerCaseRules, sigmaClasses, upperCaseRules } from "./case-rules.ts";

/**
 * The body of a function that answers what `toLowerCase` does. ASCII, which most texts are, takes a short way: so short
 * that PostgreSQL puts it into the statement.
 */
export function foldBody(foldBeyondAscii: string): string {
  return `select case when octet_length($1) = char_length($1) then lower($1 collate "C") else ${foldBeyondAscii}($1) end`;
}

export function foldBeyondAsciiBody(): string {
  const { cased, ignored } = sigmaClasses();
  const sigma = `(?<=[${cased}][${ignored}]*)Σ(?![${ignored}]*[${cased}])`;
  const withSigma = `case when position('Σ' in $1) > 0 then regexp_replace($1 collate "C", ${quoted(sigma)}, 'ς', 'g') else $1 end`;
  return `select ${changed(`lower((${withSigma}) collate "C")`, lowerCaseRules())}`;
}

/** The body of a function that answers what `toUpperCase` does. */
export function upperBody(upperBeyondAscii: string): string {
  return `select case when octet_length($1) = char_length($1) then upper($1 collate "C") else ${upperBeyondAscii}($1) end`;
}

export function upperBeyondAsciiBody(): string {
  return `select ${changed('upper($1 collate "C")', upperCaseRules())}`;
}

function changed(text: string, { from, to, longer }: CaseRules): string {
  const replaced = longer.reduce(
    (inner, [character, becomes]) => `replace(${inner}, ${quoted(character)}, ${quoted(becomes)})`,
    text,
  );
  return `translate(${replaced}, ${quoted(from)}, ${quoted(to)})`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

import { type CaseRules, lowerCaseRules, sigmaClasses, upperCaseRules } from "./case-rules.ts";

/**
 * The body of a function that answers what `toLowerCase` does, or the fold. ASCII, which most texts are, takes a short
 * way: so short that PostgreSQL puts it into the statement.
 */
export function lowerBody(beyondAscii: string): string {
  return `select case when octet_length($1) = char_length($1) then lower($1 collate "C") else ${beyondAscii}($1) end`;
}

/** Not in SQL: PostgreSQL would read so long a text for every statement, only to find that it does not put it there. */
export function foldBeyondAsciiBody(): string {
  foldBeyondAscii ??= `begin return translate(${changed('lower($1 collate "C")', lowerCaseRules())}, 'ς', 'σ'); end`;
  return foldBeyondAscii;
}

/** To look through Unicode takes as long as everything else about a store that opens, and gives the same each time. */
let foldBeyondAscii: string | undefined;

export function lowerBeyondAsciiBody(): string {
  lowerBeyondAscii ??= buildLowerBeyondAscii();
  return lowerBeyondAscii;
}

let lowerBeyondAscii: string | undefined;

function buildLowerBeyondAscii(): string {
  const { cased, ignored } = sigmaClasses();
  const sigma = `(?<=[${cased}][${ignored}]*)Σ(?![${ignored}]*[${cased}])`;
  const withSigma = `case when position('Σ' in $1) > 0 then regexp_replace($1 collate "C", ${quoted(sigma)}, 'ς', 'g') else $1 end`;
  return `begin return ${changed(`lower((${withSigma}) collate "C")`, lowerCaseRules())}; end`;
}

/** The body of a function that answers what `toUpperCase` does. */
export function upperBody(upperBeyondAscii: string): string {
  return `select case when octet_length($1) = char_length($1) then upper($1 collate "C") else ${upperBeyondAscii}($1) end`;
}

export function upperBeyondAsciiBody(): string {
  upperBeyondAscii ??= `begin return ${changed('upper($1 collate "C")', upperCaseRules())}; end`;
  return upperBeyondAscii;
}

let upperBeyondAscii: string | undefined;

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

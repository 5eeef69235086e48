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

/** How the platform changes the case of texts, taken from itself, so that a database can be told. */
interface CaseRules {
  /** Characters with a single one in the other case, and those, in the same order. */
  readonly from: string;
  readonly to: string;
  /** Characters that become several. */
  readonly longer: readonly (readonly [character: string, becomes: string])[];
}

/** The rules of `toLowerCase` beyond ASCII, but for the sigma at the end of a word. */
function lowerCaseRules(): CaseRules {
  return rulesOf((character) => character.toLowerCase());
}

/** The rules of `toUpperCase` beyond ASCII. */
function upperCaseRules(): CaseRules {
  return rulesOf((character) => character.toUpperCase());
}

/**
 * Members of two character classes of a regular expression, as the platform sees them: after those of the first a sigma
 * ends a word, and those of the second are passed over when that is asked.
 */
function sigmaClasses(): { readonly cased: string; readonly ignored: string } {
  const cased: number[] = [];
  const ignored: number[] = [];
  for (const point of codePoints()) {
    const character = String.fromCodePoint(point);
    if (`${character}Σ`.toLowerCase().endsWith("ς")) cased.push(point);
    else if (`a${character}Σ`.toLowerCase().endsWith("ς")) ignored.push(point);
  }
  return { cased: asClass(cased), ignored: asClass(ignored) };
}

function rulesOf(change: (character: string) => string): CaseRules {
  const from: string[] = [];
  const to: string[] = [];
  const longer: [string, string][] = [];
  for (const point of codePoints()) {
    const character = String.fromCodePoint(point);
    const changed = change(character);
    if (point < 128 || changed === character) continue;
    if ([...changed].length === 1) {
      from.push(character);
      to.push(changed);
    } else longer.push([character, changed]);
  }
  return { from: from.join(""), to: to.join(""), longer };
}

/** All that have a case or are passed over lie in the first two planes or among the tags. */
function* codePoints(): Generator<number> {
  for (let point = 1; point < 0x20000; point++) if (point < 0xd800 || point > 0xdfff) yield point;
  for (let point = 0xe0000; point < 0xe0200; point++) yield point;
}

/** Ranges of code points, in the escapes of PostgreSQL's regular expressions. */
function asClass(points: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const point of points) {
    const last = ranges.at(-1);
    if (last?.[1] === point - 1) last[1] = point;
    else ranges.push([point, point]);
  }
  return ranges
    .map(([low, high]) => (low === high ? escaped(low) : `${escaped(low)}-${escaped(high)}`))
    .join("");
}

function escaped(point: number): string {
  return `\\U${point.toString(16).padStart(8, "0")}`;
}

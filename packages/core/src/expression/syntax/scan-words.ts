/** A run of words without quotes, and what it means by what follows it. */
export interface ScannedWords {
  readonly end: number;
  readonly meaning: "function" | "table" | "boolean" | "text";
  /** AND, OR or NOT used between values, which they cannot be. */
  readonly infix?: { readonly word: string; readonly start: number };
}

/**
 * Reads the words at `start`: the longest of `tableNames` that stands directly before "[", else words of letters,
 * digits and punctuation that is no operator, with blanks between them. An inner "-" counts where it joins two words.
 * `end` is `start` when no word stands there.
 */
export function scanWords(source: string, start: number, tableNames: readonly string[]): ScannedWords {
  for (const name of tableNames) {
    if (startsWithName(source, start, name) && nextCharacter(source, start + name.length) === "[") {
      return { end: start + name.length, meaning: "table" };
    }
  }
  const words = match(WORDS, source, start);
  const first = match(WORD, source, start);
  if (words === "") return { end: start, meaning: "text" };
  const end = start + words.length;
  if (/^(?:true|false)$/i.test(first)) return { end: start + first.length, meaning: "boolean" };
  const next = nextCharacter(source, end);
  const infix = findInfix(words, start, next);
  if (infix !== undefined) return { end, meaning: "text", infix };
  if (next === "(") return { end, meaning: "function" };
  return { end, meaning: next === "[" ? "table" : "text" };
}

/** A point belongs to a word where the word goes on behind it; before a column it means that column of a Ref. */
const LETTER = String.raw`[^\s,()[\]{}"&+*/^%=<>;!|@“”\-.]`;
const PART = String.raw`(?:${LETTER}|\.(?=${LETTER}))+`;
const WORD_PATTERN = `${PART}(?:-${PART})*`;
const WORD = new RegExp(WORD_PATTERN, "y");
const WORDS = new RegExp(String.raw`${WORD_PATTERN}(?:[^\S\r\n]+${WORD_PATTERN})*`, "y");

function match(pattern: RegExp, source: string, start: number): string {
  pattern.lastIndex = start;
  return pattern.exec(source)?.[0] ?? "";
}

function nextCharacter(source: string, at: number): string {
  return match(/\s*(?:\S|$)/y, source, at).trimStart();
}

function startsWithName(source: string, start: number, name: string): boolean {
  return source.slice(start, start + name.length).toLowerCase() === name.toLowerCase();
}

/** AND, OR or NOT between words, or at their end with another value right behind. */
function findInfix(words: string, start: number, next: string): ScannedWords["infix"] {
  const between = /\s(AND|OR|NOT)(?=\s)/.exec(words);
  const last = /\s(AND|OR|NOT)$/i.exec(words);
  const found = between ?? (/["'([{\p{L}\p{N}]/u.test(next) ? last : null);
  if (found?.[1] === undefined) return undefined;
  return { word: found[1].toUpperCase(), start: start + found.index + 1 };
}

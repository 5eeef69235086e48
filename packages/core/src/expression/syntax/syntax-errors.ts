import type { IToken, TokenType } from "chevrotain";
import { type Diagnostic, diagnoseExpression, type Span } from "../../diagnostics/index.ts";
import * as token from "./tokens.ts";
import { matchBoolean, matchWords } from "./words.ts";

/** An error with the offset at which reading met it: a missing bracket is met where the source ends. */
export interface FoundError {
  readonly at: number;
  readonly diagnostic: Diagnostic;
}

/** A source with more errors is no expression that a person writes; the rest are not reported. */
export const MOST_ERRORS = 20;

/**
 * The errors in the order in which reading met them. One that is met right after another is its consequence, but an empty
 * argument after an empty one.
 */
export function withoutConsequences(
  errors: readonly FoundError[],
  tokens: readonly IToken[],
): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  let index = 0;
  let last = Number.NEGATIVE_INFINITY;
  for (const { at, diagnostic } of errors.toSorted((one, other) => one.at - other.at)) {
    while (index < tokens.length && (tokens[index] as IToken).startOffset < at) index += 1;
    const isNext = index > last && diagnostic.code === "syntax/empty-argument";
    const isOwn = index > last + 1 || (isNext && found.at(-1)?.code === diagnostic.code);
    if (isOwn && found.length < MOST_ERRORS) found.push(diagnostic);
    last = index;
  }
  return found;
}

export function endOf({ startOffset, image }: IToken): number {
  return startOffset + image.length;
}

export function spanOf(one: IToken): Span {
  return { start: one.startOffset, end: endOf(one) };
}

/** A value is due and `next` comes, which begins none, or the source ends. */
export function missingValue(
  source: string,
  before: IToken | undefined,
  next: IToken | undefined,
  isInBrackets: boolean,
): Diagnostic {
  if (next === undefined) return cutOff(source, before);
  const isArgument = isInBrackets && BEFORE_ARGUMENTS.has(before?.tokenType);
  const code = isArgument ? "syntax/empty-argument" : "syntax/value-expected";
  return diagnoseExpression(code, { actual: next.image }, spanOf(next));
}

const BEFORE_ARGUMENTS = new Set<TokenType | undefined>([
  token.LeftParenthesis,
  token.LeftBrace,
  token.Comma,
]);

function cutOff(source: string, last: IToken | undefined): Diagnostic {
  const span = { start: source.length, end: source.length };
  if (last === undefined || last.tokenType === token.LeadingEquals)
    return diagnoseExpression("syntax/empty", {}, span);
  return diagnoseExpression("syntax/cut-off", { after: last.image }, span);
}

/** Something that cannot follow a value: a word used like an operator, a second value, a comma between values. */
export function missingOperator(source: string, { startOffset: start, image }: IToken): Diagnostic {
  const [invisible] = /^[\u00ad\u200b-\u200d\u2060]/.exec(image) ?? [];
  if (invisible !== undefined) {
    const character = `U+${invisible.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
    return diagnoseExpression("syntax/unknown-character", { character }, { start, end: start + 1 });
  }
  const words = (matchBoolean(source, start) ?? matchWords(source, start))?.[0];
  const first = /^\p{L}+/u.exec(words ?? "")?.[0].toUpperCase() ?? "";
  if (["AND", "OR", "NOT"].includes(first)) return infixWord(first, start);
  const actual = words ?? image.charAt(0);
  return diagnoseExpression("syntax/operator-expected", { actual }, { start, end: start + actual.length });
}

export function infixWord(word: string, start: number): Diagnostic {
  return diagnoseExpression("syntax/infix-word", { word }, { start, end: start + word.length });
}

const CLOSING = { "(": ")", "{": "}", "[": "]" } as const;

export type OpeningBracket = keyof typeof CLOSING;

/** The bracket that opens at an offset is not closed. */
export function missingBracket(source: string, open: OpeningBracket, start: number): Diagnostic {
  const close = CLOSING[open];
  const at = open === "[" ? endOfName(source, start) : source.length;
  return {
    ...diagnoseExpression("syntax/missing-bracket", { open, close }, { start, end: start + 1 }),
    replacement: { start: at, end: at, text: close },
  };
}

/** Where the name of an unclosed column most likely ends. */
export function endOfName(source: string, start: number): number {
  const name = /[^\n,()[\]{}"'&+*/^=<>.]*/y;
  name.lastIndex = start + 1;
  const [words = ""] = name.exec(source) ?? [];
  return start + 1 + words.trimEnd().length;
}

/** A bracket that closes nothing, or not the innermost open one. */
export function unexpectedBracket(
  { image: actual, startOffset: start }: IToken,
  open?: OpeningBracket,
): Diagnostic {
  const expected = open && CLOSING[open];
  const span = { start, end: start + 1 };
  return {
    ...diagnoseExpression("syntax/unexpected-bracket", { actual, expected }, span),
    replacement: { ...span, text: "" },
  };
}

/** A text that nothing closes; where nothing follows its quote, that one most likely closes the words before it. */
export function missingQuote(source: string, one: IToken): Diagnostic {
  const quote = one.image.charAt(0);
  const error = diagnoseExpression("syntax/missing-quote", { quote }, spanOf(one));
  const [words] =
    one.image.trim() === quote ? (/[\p{L}\p{N}_ ]+$/u.exec(source.slice(0, one.startOffset)) ?? []) : [];
  const at = words === undefined ? source.length : one.startOffset - words.trimStart().length;
  return { ...error, replacement: { start: at, end: at, text: quote } };
}

export function unknownCharacter(one: IToken): Diagnostic {
  const [character = ""] = one.image;
  const { start, end } = spanOf(one);
  return {
    ...diagnoseExpression(
      "syntax/unknown-character",
      { character },
      { start, end: start + character.length },
    ),
    replacement: { start, end, text: "" },
  };
}

/** Semicolons between arguments, which is one habit: the diagnostic is about the first, what to write about all. */
export function wrongSeparators(source: string, semicolons: readonly IToken[]): Diagnostic {
  const starts = new Set(semicolons.map(({ startOffset }) => startOffset));
  const [first] = semicolons as readonly [IToken];
  const start = first.startOffset;
  const end = endOf(semicolons.at(-1) ?? first);
  const text = source.slice(start, end).replace(/;/g, (sign, at) => (starts.has(start + at) ? "," : sign));
  return { ...unknownCharacter(first), replacement: { start, end, text } };
}

/** A text in curly quotes: the diagnostic is about the first, what to write about both. */
export function curlyQuote(source: string, one: IToken): Diagnostic {
  const { start, end } = spanOf(one);
  const text = `"${source.slice(start + 1, end - 1).replaceAll('"', '""')}"`;
  const { replacement: _, ...error } = unknownCharacter(one);
  // Between backticks are names in some languages, and texts in others.
  return one.image.startsWith("`") ? error : { ...error, replacement: { start, end, text } };
}

/** A point after a value that no column follows. */
export function missingColumn(source: string, { startOffset: start }: IToken): Diagnostic {
  const after = /\s*([^\s,()[\]{}]*)/y;
  after.lastIndex = start + 1;
  const name = after.exec(source)?.[1] || source.charAt(after.lastIndex);
  return diagnoseExpression("syntax/dereference", { name }, { start, end: after.lastIndex });
}

/** An "@" that begins no legacy call. */
export function wrongLegacyName(source: string, one: IToken): Diagnostic {
  const { startOffset: start } = one;
  const legacy = /@\s*\(\s*([^\s()]*)\s*/y;
  legacy.lastIndex = start;
  const name = legacy.exec(source)?.[1];
  if (name === undefined) return unknownCharacter(one);
  const end = legacy.lastIndex;
  if (name.startsWith("_"))
    return diagnoseExpression("syntax/missing-bracket", { open: "(", close: ")" }, { start: start + 1, end });
  return diagnoseExpression(
    "syntax/legacy-name",
    { name },
    { start, end: source[end] === ")" ? end + 1 : end },
  );
}

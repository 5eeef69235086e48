import type { IToken, TokenType } from "chevrotain";
import { type Diagnostic, diagnoseExpression, type Span } from "../../diagnostics/index.ts";
import * as token from "./tokens.ts";
import { matchBoolean, matchWords } from "./words.ts";

export function endOf({ startOffset, image }: IToken): number {
  return startOffset + image.length;
}

export function spanOf(one: IToken): Span {
  return { start: one.startOffset, end: endOf(one) };
}

/** A value is due and `one` comes, which begins none. */
export function valueWanted(one: IToken, before: IToken | undefined, isInBrackets: boolean): Diagnostic {
  const isArgument = isInBrackets && BEFORE_ARGUMENTS.has(before?.tokenType);
  const code = isArgument ? "syntax/empty-argument" : "syntax/value-wanted";
  return diagnoseExpression(code, { actual: one.image }, spanOf(one));
}

const BEFORE_ARGUMENTS = new Set<TokenType | undefined>([
  token.LeftParenthesis,
  token.LeftBrace,
  token.Comma,
]);

/** A value is due and the source ends. */
export function cutOff(source: string, last: IToken | undefined): Diagnostic {
  const span = { start: source.length, end: source.length };
  if (last === undefined || last.tokenType === token.LeadingEquals)
    return diagnoseExpression("syntax/empty", {}, span);
  return diagnoseExpression("syntax/cut-off", { after: last.image }, span);
}

/** Something that cannot follow a value: a word used like an operator, a second value, a stray character. */
export function operatorWanted(source: string, one: IToken): Diagnostic {
  const { startOffset: start, image } = one;
  const words = (matchBoolean(source, start) ?? matchWords(source, start))?.[0];
  if (words !== undefined) {
    const first = /^\p{L}+/u.exec(words)?.[0].toUpperCase() ?? "";
    if (["AND", "OR", "NOT"].includes(first)) return infixWord(first, start);
    return diagnoseExpression(
      "syntax/operator-wanted",
      { actual: words },
      { start, end: start + words.length },
    );
  }
  const character = image.charAt(0);
  if (!`"({@`.includes(character)) return unknownCharacter(one);
  return diagnoseExpression("syntax/operator-wanted", { actual: character }, { start, end: start + 1 });
}

export function infixWord(word: string, start: number): Diagnostic {
  return diagnoseExpression("syntax/infix-word", { word }, { start, end: start + word.length });
}

export function missingBracket({ startOffset: start }: IToken): Diagnostic {
  return diagnoseExpression("syntax/missing-bracket", { open: "[", close: "]" }, { start, end: start + 1 });
}

export function missingQuote(one: IToken): Diagnostic {
  return diagnoseExpression("syntax/missing-quote", { quote: one.image.charAt(0) }, spanOf(one));
}

export function unknownCharacter(one: IToken): Diagnostic {
  return diagnoseExpression("syntax/unknown-character", { character: one.image }, spanOf(one));
}

/** A point after a value that no column follows. */
export function columnWanted(source: string, { startOffset: start }: IToken): Diagnostic {
  const after = /\s*([^\s,()[\]{}]*)/y;
  after.lastIndex = start + 1;
  const name = after.exec(source)?.[1] || source.charAt(after.lastIndex);
  return diagnoseExpression("syntax/dereference", { name }, { start, end: after.lastIndex });
}

/** An "@" that begins no legacy call. */
export function legacyCallWanted(source: string, one: IToken): Diagnostic {
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

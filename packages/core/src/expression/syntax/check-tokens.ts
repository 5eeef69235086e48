import type { IToken, TokenType } from "chevrotain";
import { type Diagnostic, diagnoseExpression } from "../../diagnostics/index.ts";
import type { Limits } from "../runtime/meter.ts";
import { negatedWord } from "./habits.ts";
import {
  curlyQuote,
  endOf,
  endOfName,
  type FoundError,
  infixWord,
  MOST_ERRORS,
  missingBracket,
  missingQuote,
  unknownCharacter,
  wrongLegacyName,
  wrongSeparators,
} from "./syntax-errors.ts";
import * as token from "./tokens.ts";

/**
 * The limit of depth, nodes or arguments that the tokens exceed. It is counted before the parser, whose own stack is
 * shallower than what input can ask for.
 */
export function exceededLimit(
  source: string,
  tokens: readonly IToken[],
  limits: Limits,
): Diagnostic | undefined {
  let innermost: OpenBracket = { at: 0, commas: 0, depth: 0 };
  const outer: OpenBracket[] = [];
  let depth = 0;
  let nodes = 0;
  let previous: TokenType | undefined;
  for (const one of tokens) {
    const { tokenType: type, startOffset: at } = one;
    const level = depth;
    switch (type) {
      case token.LeftParenthesis:
      case token.LeftBrace:
        outer.push(innermost);
        innermost = { at, commas: 0, depth: 0 };
        depth += 1;
        break;
      case token.Closer: {
        const around = outer.pop();
        if (around === undefined) break;
        depth -= 1 + innermost.depth;
        innermost = around;
        break;
      }
      case token.Comma:
      case token.Semicolon:
        innermost.commas += 1;
        if (innermost.commas >= limits.arguments && outer.length > 0)
          return exceeded("limit/arguments", limits.arguments, innermost.at, at);
        depth -= innermost.depth;
        innermost.depth = 0;
        break;
      case token.OperatorToken:
      case token.InfixWord:
        depth -= innermost.depth;
        innermost.depth = 0;
        break;
      case token.TableName:
      case token.LeadingEquals:
        break;
      case token.Dot:
        innermost.depth += 1;
        depth += 1;
        break;
      default:
        nodes += 1;
        if (type === token.Sign || (type === token.ColumnToken && isOfValue(previous))) {
          innermost.depth += 1;
          depth += 1;
        }
    }
    if (depth > limits.nesting && depth > level) return exceeded("limit/nesting", limits.nesting, at, at + 1);
    if (nodes > limits.nodes) return exceeded("limit/nodes", limits.nodes, endOf(one), source.length);
    previous = type;
  }
  return undefined;
}

interface OpenBracket {
  readonly at: number;
  commas: number;
  /** Signs and columns in a row: each is one level deeper for a walk of the tree. */
  depth: number;
}

/** Whether a column after the token is one of a value; a point and its column are one level. */
function isOfValue(previous: TokenType | undefined): boolean {
  return previous?.PUSH_MODE === "operator" && previous !== token.Dot;
}

function exceeded(
  code: "limit/arguments" | "limit/nesting" | "limit/nodes",
  limit: number,
  start: number,
  end: number,
): Diagnostic {
  return diagnoseExpression(code, { limit }, { start, end });
}

/** The tokens of a source with those that are errors by themselves made into what they most likely mean. */
export function mendTokens(
  source: string,
  tokens: readonly IToken[],
  tableNames: readonly string[],
): { readonly tokens: IToken[]; readonly errors: FoundError[] } {
  const mended: IToken[] = [];
  const errors: FoundError[] = [];
  const waiting = tokens.toReversed();
  const semicolons = semicolonsByCall(tokens);
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const by = mend(source, one, semicolons);
    if (by === undefined) {
      const isSeparator = one.tokenType === token.Semicolon;
      mended.push(isSeparator ? ofType(token.Comma, one) : one);
      continue;
    }
    errors.push({ at: one.startOffset, diagnostic: by.diagnostic });
    if (by.type !== undefined) mended.push(ofType(by.type, one, by.image));
    const { goOnFrom: from } = by;
    if (from === undefined) continue;
    while ((waiting.at(-1)?.startOffset ?? from) < from) waiting.pop();
    if (one.tokenType !== token.UnclosedColumn || errors.length > MOST_ERRORS) continue;
    // An unclosed column is the whole rest of the source; what follows its name reads on.
    for (const later of tokenise(source, from, tableNames)) waiting.push(later);
  }
  return { tokens: mended, errors };
}

/** The semicolons within each pair of brackets, by the first of them. */
function semicolonsByCall(tokens: readonly IToken[]): ReadonlyMap<IToken, readonly IToken[]> {
  const found = new Map<IToken, IToken[]>();
  const open: IToken[][] = [[]];
  for (const one of tokens) {
    const { tokenType: type } = one;
    if (type === token.LeftParenthesis || type === token.LeftBrace) open.push([]);
    else if (type === token.Closer && open.length > 1) open.pop();
    if (type !== token.Semicolon) continue;
    const separators = open.at(-1) ?? [];
    if (separators.length === 0) found.set(one, separators);
    separators.push(one);
  }
  return found;
}

/** The tokens after a value that ends at an offset, from the last to the first. */
function tokenise(source: string, from: number, tableNames: readonly string[]): IToken[] {
  const tokens = token.tokenise(source.slice(from), tableNames, "operator").toReversed();
  for (const one of tokens) one.startOffset += from;
  return tokens;
}

interface Mended {
  readonly diagnostic: Diagnostic;
  /** What the token becomes; undefined where it is left out. */
  readonly type?: TokenType;
  /** As it would be written. */
  readonly image?: string;
  /** Where reading goes on, if not at the next token. */
  readonly goOnFrom?: number;
}

/** `semicolons` are those of each call, which are one error. */
function mend(
  source: string,
  one: IToken,
  semicolons: ReadonlyMap<IToken, readonly IToken[]>,
): Mended | undefined {
  const { image, startOffset: start } = one;
  switch (one.tokenType) {
    case token.InfixWord: {
      const { end: goOnFrom = start, ...hint } = negatedWord(source, start) ?? {};
      const diagnostic = { ...infixWord(image.toUpperCase(), start), ...hint };
      return { diagnostic, type: token.OperatorToken, image: "&", goOnFrom };
    }
    case token.UnclosedText:
      return { diagnostic: missingQuote(source, one), type: token.TextToken };
    case token.UnclosedColumn: {
      const end = endOfName(source, start);
      const name = source.slice(start, end);
      return {
        diagnostic: missingBracket(source, "[", start),
        type: token.ColumnToken,
        image: name,
        goOnFrom: end,
      };
    }
    case token.CurlyText:
      return { diagnostic: curlyQuote(source, one), type: token.TextToken };
    case token.Semicolon: {
      const isEnd = source.slice(start + 1).trim() === "";
      if (isEnd) return { diagnostic: { ...unknownCharacter(one), hint: "Remove it." } };
      const all = semicolons.get(one);
      return all && { diagnostic: wrongSeparators(source, all), type: token.Comma };
    }
    case token.Comment:
    case token.UnknownCharacter:
      return { diagnostic: unknownCharacter(one) };
    case token.BrokenLegacyCall:
      return mendLegacyCall(source, one);
    case token.OperatorToken: {
      if (!isDoubleEquals(source, one)) return undefined;
      const end = source[start + 2] === "=" ? start + 3 : start + 2;
      const error = diagnoseExpression("syntax/double-equals", {}, { start, end });
      const replacement = { start, end, text: "=" };
      return { diagnostic: { ...error, replacement }, type: token.OperatorToken, goOnFrom: end };
    }
  }
  return undefined;
}

/** An "@" that begins no legacy call, and the name in brackets after it, as words. */
function mendLegacyCall(source: string, one: IToken): Mended {
  const diagnostic = wrongLegacyName(source, one);
  const { start = 0, end = 0 } = diagnostic;
  if (end <= start + 1) return { diagnostic };
  const image = source.slice(one.startOffset, end);
  return { diagnostic, type: token.RawTextToken, image, goOnFrom: end };
}

function ofType(tokenType: TokenType, one: IToken, image = one.image): IToken {
  return { ...one, tokenType, tokenTypeIdx: tokenType.tokenTypeIdx as number, image };
}

/** Whether a token is an error by itself. */
export function needsMending(source: string, tokens: readonly IToken[]): boolean {
  return tokens.some((one) => WRONG.has(one.tokenType) || isDoubleEquals(source, one));
}

function isDoubleEquals(source: string, { image, tokenType, startOffset }: IToken): boolean {
  return image === "=" && tokenType === token.OperatorToken && source[startOffset + 1] === "=";
}

const WRONG = new Set<TokenType>([
  token.InfixWord,
  token.UnclosedText,
  token.UnclosedColumn,
  token.CurlyText,
  token.Comment,
  token.Semicolon,
  token.UnknownCharacter,
  token.BrokenLegacyCall,
]);

import type { IToken, TokenType } from "chevrotain";
import { type Diagnostic, diagnoseExpression, type Span } from "../../diagnostics/index.ts";
import type { Limits } from "../runtime/limits.ts";
import * as token from "./tokens.ts";
import { findInfix, matchBoolean, matchWords } from "./words.ts";

/**
 * The first error of a source, seen in its tokens from left to right without recursion; what has none, the grammar
 * reads. Depth, node and argument counts are held here, before the parser, whose own stack is shallower than what
 * input can ask for.
 */
export function checkTokens(
  source: string,
  tokens: readonly IToken[],
  limits: Limits,
): Diagnostic | undefined {
  const state: State = { source, tokens, brackets: new Brackets(limits), index: 0, nodes: 0 };
  let valueDue = true;
  for (; state.index < tokens.length; state.index++) {
    const one = tokens[state.index] as IToken;
    const error = valueDue ? checkValue(state, one) : checkAfterValue(state, one);
    if (error !== undefined) return error;
    if (state.nodes > limits.nodes) {
      return diagnoseExpression(
        "limit/nodes",
        { limit: limits.nodes },
        { start: endOf(one), end: source.length },
      );
    }
    valueDue = one.tokenType.PUSH_MODE === "value";
  }
  return valueDue ? cutOff(source, tokens.at(-1)) : state.brackets.unclosed();
}

interface State {
  readonly source: string;
  readonly tokens: readonly IToken[];
  readonly brackets: Brackets;
  /** Of the token that is checked. */
  index: number;
  nodes: number;
}

function previousIs(state: State, type: TokenType, back = 1): boolean {
  return state.tokens[state.index - back]?.tokenType === type;
}

/** A token where a value is due. */
function checkValue(state: State, one: IToken): Diagnostic | undefined {
  const { tokenType: type, startOffset: start, image } = one;
  switch (type) {
    case token.LeftParenthesis:
    case token.LeftBrace:
      return state.brackets.open(image as "(" | "{", start);
    case token.RightParenthesis:
      if (previousIs(state, token.LeftParenthesis) && previousIs(state, token.FunctionName, 2))
        return state.brackets.close(")", start);
      return valueWanted(one, state.tokens[state.index - 1], state.brackets.isOpen());
    case token.RightBrace:
    case token.Comma:
    case token.OperatorToken:
      return valueWanted(one, state.tokens[state.index - 1], state.brackets.isOpen());
    case token.UnclosedColumn:
      return missingBracket(one);
    case token.UnclosedText:
      return missingQuote(one);
    case token.BrokenLegacyCall:
      return legacyCallWanted(state.source, one);
    case token.UnknownCharacter:
      return unknownCharacter(one);
    case token.LeadingEquals:
    case token.TableName:
      return undefined;
    case token.FunctionName:
    case token.RawTextToken: {
      const infix = findInfix(image, state.tokens[state.index + 1]?.image.charAt(0) ?? "");
      if (infix !== undefined) return infixWord(infix.word, start + infix.offset);
    }
  }
  state.nodes += 1;
  return type === token.Sign ? state.brackets.deepen(start) : undefined;
}

/** A token after a value. */
function checkAfterValue(state: State, one: IToken): Diagnostic | undefined {
  const { brackets, source } = state;
  const { tokenType: type, startOffset: start, image } = one;
  switch (type) {
    case token.RightParenthesis:
    case token.RightBrace:
      return brackets.close(image as ")" | "}", start);
    case token.Comma:
      return brackets.comma(start);
    case token.Dot:
      return isColumn(state.tokens[state.index + 1]) ? brackets.deepen(start) : columnWanted(source, one);
    case token.ColumnToken:
      state.nodes += 1;
      return deepenByColumn(state, start);
    case token.UnclosedColumn:
      return deepenByColumn(state, start) ?? missingBracket(one);
    case token.OperatorToken:
      if (image === "=" && source[start + 1] === "=")
        return diagnoseExpression("syntax/double-equals", {}, { start, end: start + 2 });
      return brackets.level();
  }
  return operatorWanted(source, one);
}

/** A point and its column are one level. */
function deepenByColumn(state: State, start: number): Diagnostic | undefined {
  return previousIs(state, token.Dot) ? undefined : state.brackets.deepen(start);
}

function isColumn(one: IToken | undefined): boolean {
  return one?.tokenType === token.ColumnToken || one?.tokenType === token.UnclosedColumn;
}

interface OpenBracket {
  readonly character: "(" | "{";
  readonly at: number;
  commas: number;
  /** Signs and columns in a row: each is one level deeper for a walk of the tree. */
  depth: number;
}

/** The brackets open at a place in a source: what closes them, how deep they are, how many arguments they hold. */
class Brackets {
  readonly #limits: Limits;
  readonly #open: OpenBracket[] = [];
  readonly #outside: OpenBracket = { character: "(", at: 0, commas: 0, depth: 0 };
  /** The levels of all open brackets together. */
  #depth = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  isOpen(): boolean {
    return this.#open.length > 0;
  }

  open(character: "(" | "{", at: number): Diagnostic | undefined {
    this.#open.push({ character, at, commas: 0, depth: 0 });
    this.#depth += 1;
    return this.#tooDeep(at);
  }

  close(character: ")" | "}", at: number): Diagnostic | undefined {
    const innermost = this.#open.pop();
    const expected = innermost && CLOSING[innermost.character];
    if (expected !== character) {
      return diagnoseExpression(
        "syntax/unexpected-bracket",
        { actual: character, expected },
        { start: at, end: at + 1 },
      );
    }
    this.#depth -= 1 + (innermost?.depth ?? 0);
    return undefined;
  }

  comma(at: number): Diagnostic | undefined {
    const innermost = this.#innermost();
    this.level();
    innermost.commas += 1;
    if (!this.isOpen())
      return diagnoseExpression("syntax/operator-wanted", { actual: "," }, { start: at, end: at + 1 });
    if (innermost.commas < this.#limits.arguments) return undefined;
    return diagnoseExpression(
      "limit/arguments",
      { limit: this.#limits.arguments },
      { start: innermost.at, end: at },
    );
  }

  /** A sign or a power: what follows is one level deeper until an operator or a comma comes. */
  deepen(at: number): Diagnostic | undefined {
    this.#innermost().depth += 1;
    this.#depth += 1;
    return this.#tooDeep(at);
  }

  /** An operator that ends the run of signs and powers before it. */
  level(): undefined {
    const innermost = this.#innermost();
    this.#depth -= innermost.depth;
    innermost.depth = 0;
  }

  unclosed(): Diagnostic | undefined {
    const innermost = this.#open.at(-1);
    if (innermost === undefined) return undefined;
    const { character, at } = innermost;
    return diagnoseExpression(
      "syntax/missing-bracket",
      { open: character, close: CLOSING[character] },
      { start: at, end: at + 1 },
    );
  }

  #innermost(): OpenBracket {
    return this.#open.at(-1) ?? this.#outside;
  }

  #tooDeep(at: number): Diagnostic | undefined {
    if (this.#depth <= this.#limits.nesting) return undefined;
    return diagnoseExpression("limit/nesting", { limit: this.#limits.nesting }, { start: at, end: at + 1 });
  }
}

const CLOSING = { "(": ")", "{": "}" } as const;

export function endOf({ startOffset, image }: IToken): number {
  return startOffset + image.length;
}

export function spanOf(one: IToken): Span {
  return { start: one.startOffset, end: endOf(one) };
}

/** A value is due and `one` comes, which begins none. */
function valueWanted(one: IToken, before: IToken | undefined, isInBrackets: boolean): Diagnostic {
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
function cutOff(source: string, last: IToken | undefined): Diagnostic {
  const span = { start: source.length, end: source.length };
  if (last === undefined || last.tokenType === token.LeadingEquals)
    return diagnoseExpression("syntax/empty", {}, span);
  return diagnoseExpression("syntax/cut-off", { after: last.image }, span);
}

/** Something that cannot follow a value: a word used like an operator, a second value, a stray character. */
function operatorWanted(source: string, one: IToken): Diagnostic {
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

function infixWord(word: string, start: number): Diagnostic {
  return diagnoseExpression("syntax/infix-word", { word }, { start, end: start + word.length });
}

function missingBracket({ startOffset: start }: IToken): Diagnostic {
  return diagnoseExpression("syntax/missing-bracket", { open: "[", close: "]" }, { start, end: start + 1 });
}

function missingQuote(one: IToken): Diagnostic {
  return diagnoseExpression("syntax/missing-quote", { quote: one.image.charAt(0) }, spanOf(one));
}

function unknownCharacter(one: IToken): Diagnostic {
  return diagnoseExpression("syntax/unknown-character", { character: one.image }, spanOf(one));
}

/** A point after a value that no column follows. */
function columnWanted(source: string, { startOffset: start }: IToken): Diagnostic {
  const after = /\s*([^\s,()[\]{}]*)/y;
  after.lastIndex = start + 1;
  const name = after.exec(source)?.[1] || source.charAt(after.lastIndex);
  return diagnoseExpression("syntax/dereference", { name }, { start, end: after.lastIndex });
}

/** An "@" that begins no legacy call. */
function legacyCallWanted(source: string, one: IToken): Diagnostic {
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

import type { IToken, TokenType } from "chevrotain";
import { type Diagnostic, diagnoseExpression } from "../../diagnostics/index.ts";
import type { Limits } from "../runtime/limits.ts";
import { Brackets } from "./brackets.ts";
import * as errors from "./syntax-errors.ts";
import * as token from "./tokens.ts";
import { findInfix } from "./words.ts";

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
        { start: errors.endOf(one), end: source.length },
      );
    }
    valueDue = one.tokenType.PUSH_MODE === "value";
  }
  return valueDue ? errors.cutOff(source, tokens.at(-1)) : state.brackets.unclosed();
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
      return errors.valueWanted(one, state.tokens[state.index - 1], state.brackets.isOpen());
    case token.RightBrace:
    case token.Comma:
    case token.OperatorToken:
      return errors.valueWanted(one, state.tokens[state.index - 1], state.brackets.isOpen());
    case token.UnclosedColumn:
      return errors.missingBracket(one);
    case token.UnclosedText:
      return errors.missingQuote(one);
    case token.BrokenLegacyCall:
      return errors.legacyCallWanted(state.source, one);
    case token.UnknownCharacter:
      return errors.unknownCharacter(one);
    case token.LeadingEquals:
    case token.TableName:
      return undefined;
    case token.FunctionName:
    case token.RawTextToken: {
      const infix = findInfix(image, state.tokens[state.index + 1]?.image.charAt(0) ?? "");
      if (infix !== undefined) return errors.infixWord(infix.word, start + infix.offset);
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
      return isColumn(state.tokens[state.index + 1])
        ? brackets.deepen(start)
        : errors.columnWanted(source, one);
    case token.ColumnToken:
      state.nodes += 1;
      return deepenByColumn(state, start);
    case token.UnclosedColumn:
      return deepenByColumn(state, start) ?? errors.missingBracket(one);
    case token.OperatorToken:
      if (image === "=" && source[start + 1] === "=")
        return diagnoseExpression("syntax/double-equals", {}, { start, end: start + 2 });
      return image === "^" ? brackets.deepen(start) : brackets.level();
  }
  return errors.operatorWanted(source, one);
}

/** A point and its column are one level. */
function deepenByColumn(state: State, start: number): Diagnostic | undefined {
  return previousIs(state, token.Dot) ? undefined : state.brackets.deepen(start);
}

function isColumn(one: IToken | undefined): boolean {
  return one?.tokenType === token.ColumnToken || one?.tokenType === token.UnclosedColumn;
}

import type { TokenType } from "chevrotain";
import type { Span } from "../../diagnostics/index.ts";
import * as token from "../syntax/tokens.ts";
import { tokenise } from "../syntax/tokens.ts";

/** A token of a source with the kind that an editor colours it by. */
export interface Highlight extends Span {
  readonly kind: HighlightKind;
}

/** What a part of a source is, for its colour. */
export type HighlightKind =
  | "number"
  | "text"
  | "boolean"
  | "function"
  | "table"
  | "column"
  | "operator"
  | "punctuation"
  | "bracket"
  | "words"
  | "wrong";

/** The tokens of a source, also of a bad one, in its order; blanks between them are in none. */
export function highlightIn(source: string, tableNames: readonly string[]): readonly Highlight[] {
  return tokenise(source, tableNames).map(({ tokenType, startOffset: start, image }) => ({
    kind: KINDS.get(tokenType) ?? "wrong",
    start,
    end: start + image.length,
  }));
}

const KINDS: ReadonlyMap<TokenType, HighlightKind> = new Map([
  [token.NumberToken, "number"],
  [token.TextToken, "text"],
  [token.UnclosedText, "text"],
  [token.BooleanToken, "boolean"],
  [token.FunctionName, "function"],
  [token.LegacyCall, "function"],
  [token.TableName, "table"],
  [token.ColumnToken, "column"],
  [token.UnclosedColumn, "column"],
  [token.OperatorToken, "operator"],
  [token.Sign, "operator"],
  [token.LeadingEquals, "operator"],
  [token.Dot, "punctuation"],
  [token.Comma, "punctuation"],
  [token.LeftParenthesis, "bracket"],
  [token.LeftBrace, "bracket"],
  [token.Closer, "bracket"],
  [token.RawTextToken, "words"],
  [token.InfixWord, "words"],
]);

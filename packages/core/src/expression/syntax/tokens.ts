import { createToken, Lexer, type TokenType } from "chevrotain";

/**
 * The kinds of token the grammar knows. They have no patterns: what a word means depends on where it stands
 * (`lex.ts` knows whether a value or an operator is due), which patterns alone cannot see.
 */
const kind = (name: string): TokenType => createToken({ name, pattern: Lexer.NA });

/** The "=" before the whole expression. */
export const LeadingEquals = kind("LeadingEquals");
export const NumberToken = kind("Number");
export const TextToken = kind("Text");
export const BooleanToken = kind("Boolean");
export const RawTextToken = kind("RawText");
/** A word before "(". */
export const FunctionName = kind("FunctionName");
/** Words before "[". */
export const TableName = kind("TableName");
/** `[Name]`, brackets included. */
export const ColumnToken = kind("Column");
/** `@(_NAME)` as a whole. */
export const LegacyCall = kind("LegacyCall");
export const Dot = kind("Dot");
export const Comma = kind("Comma");
export const LeftParenthesis = kind("LeftParenthesis");
export const RightParenthesis = kind("RightParenthesis");
export const LeftBrace = kind("LeftBrace");
export const RightBrace = kind("RightBrace");
/** "+" or "-" before a value. */
export const Sign = kind("Sign");
/** Any operator between two values. */
export const OperatorToken = kind("Operator");

export const tokenTypes: TokenType[] = [
  LeadingEquals,
  NumberToken,
  TextToken,
  BooleanToken,
  RawTextToken,
  FunctionName,
  TableName,
  ColumnToken,
  LegacyCall,
  Dot,
  Comma,
  LeftParenthesis,
  RightParenthesis,
  LeftBrace,
  RightBrace,
  Sign,
  OperatorToken,
];

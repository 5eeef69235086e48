import {
  type CustomPatternMatcherFunc,
  createToken,
  type ILexerConfig,
  type IToken,
  Lexer,
  type TokenType,
} from "chevrotain";
import {
  matchBoolean,
  matchFunctionName,
  matchNumber,
  matchTableName,
  matchWords,
  withTableNames,
} from "./words.ts";

/**
 * Cuts a source into tokens from left to right, in linear time. Bad sources have tokens, too: what cannot be read is
 * a token that says so. `tableNames` are the names a table column may begin with, longest first.
 */
export function tokenise(source: string, tableNames: readonly string[] = []): IToken[] {
  expressionLexer ??= new Lexer(
    { modes: { value: [...modes.value], operator: [...modes.operator] }, defaultMode: "value" },
    options,
  );
  return run(expressionLexer, source, tableNames);
}

/** Where in a template, from the beginning of a hole on, the `>>` stands that is not within a token; -1 without one. */
export function findHoleEnd(source: string, tableNames: readonly string[]): number {
  holeLexer ??= new Lexer(
    {
      modes: { value: [HoleEnd, ...modes.value], operator: [HoleEnd, ...modes.operator], end: [] },
      defaultMode: "value",
    },
    options,
  );
  const last = run(holeLexer, source, tableNames).at(-1);
  return last?.tokenType === HoleEnd ? last.startOffset : -1;
}

/** Built at the first use: analysing the patterns takes longer than loading them. */
let expressionLexer: Lexer | undefined;
let holeLexer: Lexer | undefined;

/** A lexer stops where its mode has no kind for a character, which is only after the end of a hole. */
const options: ILexerConfig = {
  positionTracking: "onlyOffset",
  recoveryEnabled: false,
  ensureOptimizations: true,
  skipValidations: true,
};

function run(lexer: Lexer, source: string, tableNames: readonly string[]): IToken[] {
  return withTableNames(tableNames, () => lexer.tokenize(source).tokens);
}

/** What is due after a token: a value, or what can follow one. Each is a mode of the lexer. */
type Due = "value" | "operator";

/**
 * `starts` are all characters the pattern can begin with. Chevrotain could find them out, by a parser of regular
 * expressions that takes time at the first use.
 */
const kind = (name: string, due: Due, pattern: RegExp, starts: string): TokenType =>
  createToken({ name, push_mode: due, pattern, start_chars_hint: [...starts] });

/** A kind whose pattern is code, which is asked for characters of `starts`, after the earlier kinds of its mode. */
const matched = (
  name: string,
  due: Due,
  exec: CustomPatternMatcherFunc,
  starts: readonly (string | number)[],
): TokenType => createToken({ name, push_mode: due, pattern: { exec }, start_chars_hint: [...starts] });

/** Chevrotain groups kinds by first character: each of Latin-1 is a group and beyond it every 255; here is one of each. */
const ANY_CHARACTER = [...Array(257).keys(), ...Array.from({ length: 256 }, (_, index) => (index + 2) * 255)];

/** The "=" before the whole expression. */
export const LeadingEquals = matched(
  "LeadingEquals",
  "value",
  (source, at, tokens) => (tokens.length === 0 && source[at] === "=" ? ["="] : null),
  ["="],
);
export const NumberToken = matched("Number", "operator", matchNumber, [..."0123456789."]);
export const TextToken = kind("Text", "operator", /"[^"]*(?:""[^"]*)*"(?!")|'[^']*(?:''[^']*)*'(?!')/, `"'`);
export const BooleanToken = matched("Boolean", "operator", matchBoolean, [..."tTfF"]);
export const RawTextToken = matched("RawText", "operator", matchWords, ANY_CHARACTER);
/** A word before "(". */
export const FunctionName = matched("FunctionName", "value", matchFunctionName, ANY_CHARACTER);
/** Words before "[", or the name of a table, whatever else it could begin. */
export const TableName = matched("TableName", "value", matchTableName, ANY_CHARACTER);
/** `[Name]`, brackets included. */
export const ColumnToken = kind("Column", "operator", /\[[^\]]*\]/, "[");
/** `@(_NAME)` as a whole. */
export const LegacyCall = kind("LegacyCall", "operator", /@\s*\(\s*_[^\s()]*\s*\)/, "@");
/** An "@" that begins no such call. */
export const BrokenLegacyCall = kind("BrokenLegacyCall", "operator", /@/, "@");
export const Dot = kind("Dot", "operator", /\./, ".");
export const Comma = kind("Comma", "value", /,/, ",");
export const LeftParenthesis = kind("LeftParenthesis", "value", /\(/, "(");
export const RightParenthesis = kind("RightParenthesis", "operator", /\)/, ")");
export const LeftBrace = kind("LeftBrace", "value", /\{/, "{");
export const RightBrace = kind("RightBrace", "operator", /\}/, "}");
/** "+" or "-" before a value. */
export const Sign = kind("Sign", "value", /[+-]/, "+-");
/** Any operator between two values. */
export const OperatorToken = kind("Operator", "value", /<>|<=|>=|[=<>&+\-*/%^]/, "<>=&+-*/%^");

/** A text or a column without its end: the whole rest of the source. */
export const UnclosedText = kind("UnclosedText", "operator", /["'][\s\S]*/, `"'`);
export const UnclosedColumn = kind("UnclosedColumn", "operator", /\[[^\]]*/, "[");
/** A character that begins nothing. */
export const UnknownCharacter = createToken({
  name: "UnknownCharacter",
  pattern: /[\];!|“”.]/,
  start_chars_hint: [..."];!|“”."],
});
const Blanks = createToken({
  name: "Blanks",
  pattern: /\s+/,
  group: Lexer.SKIPPED,
  start_chars_hint: [..."\t\n\v\f\r \u00a0\u1680\u2000\u3000\ufeff"],
});
/** What ends an expression in a template. */
export const HoleEnd = createToken({
  name: "HoleEnd",
  pattern: />>/,
  push_mode: "end",
  start_chars_hint: [">"],
});

const always = [
  Blanks,
  LeftParenthesis,
  RightParenthesis,
  LeftBrace,
  RightBrace,
  Comma,
  ColumnToken,
  UnclosedColumn,
  TextToken,
  UnclosedText,
];
const otherwise = [RawTextToken, UnknownCharacter];

/** Every mode has a kind for every character, so each character of a source is in a token or blank. Earlier kinds win. */
export const modes: Readonly<Record<Due, readonly TokenType[]>> = {
  value: [
    TableName,
    ...always,
    Sign,
    LegacyCall,
    BrokenLegacyCall,
    LeadingEquals,
    OperatorToken,
    NumberToken,
    BooleanToken,
    FunctionName,
    ...otherwise,
  ],
  operator: [...always, Dot, OperatorToken, BrokenLegacyCall, ...otherwise],
};

/** What the grammar knows. */
export const tokenTypes: TokenType[] = [...new Set([...modes.value, ...modes.operator])];

import {
  type CustomPatternMatcherFunc,
  createToken,
  type ILexerConfig,
  type IToken,
  Lexer,
  type TokenType,
} from "chevrotain";
import { OPERATORS } from "./ast.ts";
import {
  matchBoolean,
  matchFunctionName,
  matchInfixWord,
  matchNumber,
  matchRawText,
  matchTableName,
  withTableNames,
} from "./words.ts";

/**
 * Cuts a source into tokens from left to right, in linear time. Bad sources have tokens, too: what cannot be read is
 * a token that says so. `tableNames` are the names a table column may begin with, longest first. `due` is what is due at
 * the beginning.
 */
export function tokenise(source: string, tableNames: readonly string[] = [], due: Due = "value"): IToken[] {
  expressionLexer ??= new Lexer(
    { modes: { value: [...modes.value], operator: [...modes.operator] }, defaultMode: "value" },
    options,
  );
  return run(expressionLexer, source, tableNames, due);
}

/** The offset of the `>>` that ends a placeholder of a template whose inside begins the source; -1 without one. */
export function findPlaceholderEnd(source: string, tableNames: readonly string[]): number {
  placeholderLexer ??= new Lexer(
    {
      modes: {
        value: [PlaceholderEnd, ...modes.value],
        operator: [PlaceholderEnd, ...modes.operator],
        end: [],
      },
      defaultMode: "value",
    },
    options,
  );
  const last = run(placeholderLexer, source, tableNames, "value").at(-1);
  return last?.tokenType === PlaceholderEnd ? last.startOffset : -1;
}

/** Built at the first use: analysing the patterns takes longer than loading them. */
let expressionLexer: Lexer | undefined;
let placeholderLexer: Lexer | undefined;

/** A lexer stops where its mode has no kind for a character, which is only after the end of a placeholder. */
const options: ILexerConfig = {
  positionTracking: "onlyOffset",
  recoveryEnabled: false,
  ensureOptimizations: true,
  skipValidations: true,
};

function run(lexer: Lexer, source: string, tableNames: readonly string[], due: Due): IToken[] {
  return withTableNames(tableNames, () => lexer.tokenize(source, due).tokens);
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
export const RawTextToken = matched("RawText", "operator", matchRawText, ANY_CHARACTER);
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
export const LeftBrace = kind("LeftBrace", "value", /\{/, "{");
/** ")" or "}". */
export const Closer = kind("Closer", "operator", /[)}]/, ")}");
/** "+" or "-" before a value. */
export const Sign = kind("Sign", "value", /[+-]/, "+-");
/** Any operator between two values. */
export const OperatorToken = kind(
  "Operator",
  "value",
  new RegExp(
    OPERATORS.toSorted((one, other) => other.length - one.length)
      .map((operator) => operator.replaceAll(/[^<>=]/g, String.raw`\$&`))
      .join("|"),
  ),
  OPERATORS.map((operator) => operator.charAt(0)).join(""),
);

/** A text or a column without its end: the whole rest of the source. */
export const UnclosedText = kind("UnclosedText", "operator", /["'][\s\S]*/, `"'`);
export const UnclosedColumn = kind("UnclosedColumn", "operator", /\[[^\]]*/, "[");
/** AND, OR or NOT after a value, as if it were an operator. */
export const InfixWord = matched("InfixWord", "value", matchInfixWord, [..."aAoOnN"]);
/** A text in the quotes of a word processor, or in those of names in other languages. */
export const CurlyText = kind(
  "CurlyText",
  "operator",
  /[“”„][^“”]*[“”]|«[^»]*»|`[^`]*`|[‘’‚‛][^‘’]*[‘’]?/,
  "“”„«`‘’‚‛",
);
/** What other languages take for a comment. */
export const Comment = createToken({
  name: "Comment",
  pattern: /\/\/[^\r\n]*|\/\*[\s\S]*?\*\/|\/\*[\s\S]*/,
  start_chars_hint: ["/"],
});
/** What parts arguments elsewhere. */
export const Semicolon = kind("Semicolon", "value", /;/, ";");
/** A character that begins nothing. */
export const UnknownCharacter = createToken({
  name: "UnknownCharacter",
  pattern: /[\]!|“”.]/,
  start_chars_hint: [..."]!|“”."],
});
const Blanks = createToken({
  name: "Blanks",
  pattern: /\s+/,
  group: Lexer.SKIPPED,
  start_chars_hint: [..."\t\n\v\f\r \u00a0\u1680\u2000\u3000\ufeff"],
});
/** What ends an expression in a template. */
export const PlaceholderEnd = createToken({
  name: "PlaceholderEnd",
  pattern: />>/,
  push_mode: "end",
  start_chars_hint: [">"],
});

const always = [
  Blanks,
  LeftParenthesis,
  LeftBrace,
  Closer,
  Comma,
  ColumnToken,
  UnclosedColumn,
  TextToken,
  UnclosedText,
  Comment,
  CurlyText,
];
const otherwise = [
  LegacyCall,
  BrokenLegacyCall,
  NumberToken,
  BooleanToken,
  FunctionName,
  RawTextToken,
  Semicolon,
  UnknownCharacter,
];

/**
 * Every mode has a kind for every character, so each character of a source is in a token or blank. Earlier kinds win.
 * A value after a value is an error, and yet a token of its kind, so that what follows reads on.
 */
export const modes: Readonly<Record<Due, readonly TokenType[]>> = {
  value: [TableName, ...always, Sign, LeadingEquals, OperatorToken, ...otherwise],
  operator: [...always, Dot, OperatorToken, InfixWord, TableName, ...otherwise],
};

/** What the grammar knows. */
export const tokenTypes: TokenType[] = [...new Set([...modes.value, ...modes.operator])];

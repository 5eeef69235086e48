import { memo } from "../../values/index.ts";
import { OPERATORS } from "./ast.ts";

/**
 * Words without quotes: letters, digits and punctuation that is no operator, with blanks between them. An inner "-"
 * counts where it joins two words, a point where the word goes on after it: before a column it means that column of
 * a Ref. What words mean depends on what follows them; each matcher reads its words once and the blanks after them.
 */
const OF_OPERATORS = [...new Set(OPERATORS.join(""))].map((sign) => `\\${sign}`).join("");
const LETTER = String.raw`[^\s,()[\]{}"${OF_OPERATORS};!|@“”\-.]`;
const START = String.raw`(?:${LETTER}|\.(?=${LETTER}))`;
const WORD = `${START}+(?:-${START}+)*`;
const BETWEEN = String.raw`[^\S\r\n]+`;
/** They end before an AND, OR or NOT between words, which is used there like an operator. */
const WORDS = new RegExp(`${WORD}(?:${BETWEEN}(?!(?:AND|OR|NOT)${BETWEEN}${START})${WORD})*`, "y");
const BOOLEAN = new RegExp(`(?:true|false)(?!-?${START})`, "iy");
const BLANKS = /\s*/y;

const NUMBER = /(?:\d+(?:\.\d+)?|\.\d+)(?![\p{L}\p{N}_])/uy;

/** Code, because Chevrotain drops the flag "u" of a pattern. */
export function matchNumber(source: string, start: number): RegExpExecArray | null {
  NUMBER.lastIndex = start;
  return NUMBER.exec(source);
}

/** TRUE or FALSE where it is a whole word. */
export function matchBoolean(source: string, start: number): RegExpExecArray | null {
  BOOLEAN.lastIndex = start;
  return BOOLEAN.exec(source);
}

export function matchWords(source: string, start: number): RegExpExecArray | null {
  WORDS.lastIndex = start;
  return WORDS.exec(source);
}

/** Words without an AND, OR or NOT at their end that is used like an operator. */
export function matchRawText(source: string, start: number): RegExpExecArray | [string] | null {
  const words = matchWords(source, start);
  if (words === null) return null;
  BLANKS.lastIndex = start + words[0].length;
  BLANKS.test(source);
  const infix = infixAtEnd(words[0], source.charAt(BLANKS.lastIndex));
  return infix === undefined ? words : [words[0].slice(0, infix).trimEnd()];
}

/** AND, OR or NOT as a whole word that calls nothing. */
export function matchInfixWord(source: string, start: number): RegExpExecArray | null {
  INFIX.lastIndex = start;
  return INFIX.exec(source);
}

const INFIX = new RegExp(String.raw`(?:and|or|not)(?!-?${START})(?!\s*\()`, "iy");

/** Words before "(". */
export function matchFunctionName(source: string, start: number): RegExpExecArray | null {
  const words = matchWords(source, start);
  if (words === null || !isNext("(", source, start + words[0].length)) return null;
  return infixAtEnd(words[0], "(") === undefined ? words : null;
}

/** With these signs no words begin that name a table. Most tokens do, so it is quicker to look. */
const NO_NAME = new Set([..." \n\t\"'([{,"].map((sign) => sign.charCodeAt(0)));

/** The longest known table name, or else words, before "[". */
export function matchTableName(source: string, start: number): RegExpExecArray | [string] | null {
  if (namesWithOperators.length === 0 && NO_NAME.has(source.charCodeAt(start))) return null;
  for (const name of namesWithOperators) {
    const end = start + name.length;
    const image = source.slice(start, end);
    if (image.toLowerCase() === name.toLowerCase() && isNext("[", source, end)) return [image];
  }
  const words = matchWords(source, start);
  if (words === null || !isNext("[", source, start + words[0].length)) return null;
  if (source[start] === "'" || matchNumber(source, start) !== null) return null;
  return matchBoolean(source, start) !== null || infixAtEnd(words[0], "[") !== undefined ? null : words;
}

/** Where words end in an AND, OR or NOT with another value right after, that word begins; undefined elsewhere. */
function infixAtEnd(words: string, next: string): number | undefined {
  return /["'([{\p{L}\p{N}]/u.test(next) ? /\s(?:AND|OR|NOT)$/i.exec(words)?.index : undefined;
}

function isNext(character: string, source: string, at: number): boolean {
  BLANKS.lastIndex = at;
  BLANKS.test(source);
  return source[BLANKS.lastIndex] === character;
}

/**
 * Runs with these table names known, longest first. One lexer reads all sources, so its patterns cannot be given the
 * names of one.
 */
export function withTableNames<T>(names: readonly string[], run: () => T): T {
  namesWithOperators = namesWithOperatorsIn(names);
  try {
    return run();
  } finally {
    namesWithOperators = [];
  }
}

let namesWithOperators: readonly string[] = [];

/** The names that words do not match. Most scopes have none, so no word is compared with every table. */
const namesWithOperatorsIn = memo((names: readonly string[]) =>
  names.filter(
    (name) => name !== "" && matchTableName(`${name.toUpperCase()}[`, 0)?.[0].length !== name.length,
  ),
);

/** The characters of a source outside of quoted texts and names of columns, with their offsets; each of these as one piece. */
export function* piecesOf(source: string): Generator<readonly [piece: string, offset: number], void> {
  for (const { 0: piece, index } of source.matchAll(PIECES)) yield [piece, index];
}

const PIECES = /"[^"]*"|'[^']*'|\[[^\]]*\]|[\s\S]/gu;

/** How a piece changes the number of open brackets. */
export function depthBy(piece: string): number {
  if (piece === "(" || piece === "{") return 1;
  return piece === ")" || piece === "}" ? -1 : 0;
}

/**
 * Words without quotes: letters, digits and punctuation that is no operator, with blanks between them. An inner "-"
 * counts where it joins two words, a point where the word goes on after it: before a column it means that column of
 * a Ref. What words mean depends on what follows them; each matcher reads its words once and the blanks after them.
 */
const LETTER = String.raw`[^\s,()[\]{}"&+*/^%=<>;!|@“”\-.]`;
const START = String.raw`(?:${LETTER}|\.(?=${LETTER}))`;
const WORD = `${START}+(?:-${START}+)*`;
const WORDS = new RegExp(String.raw`${WORD}(?:[^\S\r\n]+${WORD})*`, "y");
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

/** Words before "(". */
export function matchFunctionName(source: string, start: number): RegExpExecArray | null {
  const words = matchWords(source, start);
  return words !== null && isNext("(", source, start + words[0].length) ? words : null;
}

/** The longest known table name, or else words, before "[". */
export function matchTableName(source: string, start: number): RegExpExecArray | [string] | null {
  for (const name of namesWithOperators) {
    const end = start + name.length;
    const image = source.slice(start, end);
    if (image.toLowerCase() === name.toLowerCase() && isNext("[", source, end)) return [image];
  }
  const words = matchWords(source, start);
  if (words === null || !isNext("[", source, start + words[0].length)) return null;
  if (source[start] === "'" || matchNumber(source, start) !== null) return null;
  return matchBoolean(source, start) !== null || findInfix(words[0], "[") !== undefined ? null : words;
}

/** AND, OR or NOT between words, or at their end with another value right after; `offset` counts from their start. */
export function findInfix(words: string, next: string): { word: string; offset: number } | undefined {
  const between = /\s(AND|OR|NOT)(?=\s)/.exec(words);
  const match = between ?? (/["'([{\p{L}\p{N}]/u.test(next) ? /\s(AND|OR|NOT)$/i.exec(words) : null);
  return match?.[1] === undefined ? undefined : { word: match[1].toUpperCase(), offset: match.index + 1 };
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

const oddNamesByList = new WeakMap<readonly string[], readonly string[]>();

/** The names that words alone do not give. Most scopes have none, so that no word is compared with every table. */
function namesWithOperatorsIn(names: readonly string[]): readonly string[] {
  let odd = oddNamesByList.get(names);
  if (odd === undefined) {
    odd = names.filter(
      (name) => name !== "" && matchTableName(`${name.toUpperCase()}[`, 0)?.[0].length !== name.length,
    );
    oddNamesByList.set(names, odd);
  }
  return odd;
}

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

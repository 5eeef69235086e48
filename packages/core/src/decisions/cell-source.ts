import { type Diagnostic, diagnoseDefinition, suggest } from "../diagnostics/index.ts";
import { familyOf, type TableScope, type Type } from "../expression/parts.ts";
import type { TypeFamily } from "../expression/tree/type.ts";
import type { SourcePiece } from "../yaml/scalar-text.ts";
import { valueInWords } from "./fact-part.ts";

/** A cell of a table as an expression of the language about the input of its column. */
export interface CellSource {
  readonly source: string;
  /** What the source is made of, for editors. */
  readonly pieces?: readonly SourcePiece[];
  /** A diagnostic of the source as one of the cell: its offsets count in the text of the cell. */
  locate(diagnostic: Diagnostic): Diagnostic;
}

/** What a cell asks of its input: nothing, a condition, or the reason why it cannot be read. */
export type CellReading =
  | { readonly kind: "anything" }
  | { readonly kind: "condition"; readonly condition: CellSource }
  | { readonly kind: "unreadable"; readonly reason: string; readonly start: number; readonly end: number };

/** The input of a column: its expression, and the family of its type, which says how bare words and numbers are meant. */
export interface CellInput {
  readonly source: string;
  readonly family: TypeFamily;
  /** Whether brackets around this are a fact or an output, and no range. */
  readonly isName?: (name: string) => boolean;
}

/**
 * Reads a cell by its own small grammar:
 *
 *     cell  = "-" | "=" condition | test { "," test }
 *     test  = "not" "(" test { "," test } ")" | "blank" | operator value | range | value
 *     range = ( "[" | "(" | "]" ) value ".." value ( "]" | ")" | "[" )
 *     value = quoted text | [Column] { "." [Column] } | words
 *
 * An empty cell is "-". In a condition, "?" is the input. A value is a literal of the language and is read by the type of
 * the input.
 */
export function readCell(cell: string, input: CellInput): CellReading {
  const text = cell.trim();
  if (text === "" || text === "-") return { kind: "anything" };
  try {
    return { kind: "condition", condition: sourceOfCell(cell, input) };
  } catch (thrown) {
    if (thrown instanceof Unreadable) return { kind: "unreadable", ...thrown.problem };
    throw thrown;
  }
}

/** A value of an output as a source: the rest of `= formula`, else a literal that is read by the type of the output. */
export function readOutputCell(cell: string, family: TypeFamily): CellSource {
  const formula = /^\s*=/.exec(cell);
  if (formula !== null) {
    const start = formula[0].length;
    return sourceOf([{ text: cell.slice(start), start }], cell.length);
  }
  return sourceOf([{ text: literalOf(cell, family), start: undefined }], cell.length);
}

/** An input of words without quotes names no column: as a text it would be the same for all facts. */
export function asMisspelt(
  diagnostic: Diagnostic,
  input: string,
  { columns, columnsAre }: TableScope,
): Diagnostic {
  const { code, start = 0, end = input.length } = diagnostic;
  const name = input.slice(start, end);
  if (code !== "syntax/raw-text" || name !== input.trim()) return diagnostic;
  const suggestion = suggest(
    name,
    columns.map((column) => column.name),
  );
  const hint = "An input is a fact or an output by its name, or an expression of them.";
  const details = { name, columnsAre, ...(suggestion === undefined ? { hint } : { suggestion }) };
  return diagnoseDefinition("name/unknown-column", details, { start, end });
}

/** A list of values of an output. */
export function listSource(items: readonly unknown[], family: TypeFamily): CellSource {
  const literals = items.map((item) => readOutputCell(String(item), family).source);
  const source = `LIST(${literals.join(", ")})`;
  return { source, locate: (diagnostic) => ({ ...diagnostic, start: 0, end: 0 }) };
}

/** A value without "=", of which an error says how it is written. */
export function literalSource(text: string, type: Type, reference: string | undefined): CellSource {
  const { source, locate } = readOutputCell(text, familyOf(type));
  return {
    source,
    locate: (diagnostic) => {
      if (diagnostic.code !== "type/result") return locate(diagnostic);
      const hint = reference
        ? `Write "=${text.trim()}" for the value of ${reference}.`
        : commaHint(text, type);
      const details = { actual: JSON.stringify(text), expected: valueInWords(type), hint };
      return diagnoseDefinition("decision/output-cell", details, { start: 0, end: text.length });
    },
  };
}

/** Only some locales read a decimal comma. */
function commaHint(text: string, type: Type): string | undefined {
  const [, whole, decimals] = /^\s*([+-]?\d+),(\d+)\s*%?\s*$/.exec(text) ?? [];
  if (decimals === undefined || familyOf(type) !== "number") return undefined;
  return `Write ${whole}.${decimals}. Decimals have a point.`;
}

/** What a range says whose bounds are the wrong way round; undefined for any other cell. */
export function reversedRange(cell: string): string | undefined {
  const [, open, low = "", high = "", close] =
    /^\s*([[(\]])\s*([^\s,"']+?)\s*\.\.\s*([^\s,"']+?)\s*([\])[])\s*$/.exec(cell) ?? [];
  const isDay = (text: string) => /^\d{4}-\d\d-\d\d/.test(text);
  const isReversed =
    isDay(low) && isDay(high) ? low > high : Number.parseFloat(low) > Number.parseFloat(high);
  return isReversed ? `${open}${high}..${low}${close}` : undefined;
}

/** A literal of the language for a value that is written without quotes. */
function literalOf(words: string, family: TypeFamily): string {
  const isPlain = family === "text" || family === "point";
  if (!isPlain && NUMBER.test(words.trim())) return words.trim();
  if (family === "yes/no" && /^\s*(true|false)\s*$/i.test(words)) return words.trim().toUpperCase();
  return `"${(isPlain ? words : words.trim()).replaceAll('"', '""')}"`;
}

const NUMBER = /^[+-]?\d+(\.\d+)?$/;

function sourceOf(pieces: readonly SourcePiece[], cellLength: number): CellSource {
  const source = pieces.map(({ text }) => text).join("");
  const toCell = (offset: number): number | undefined => {
    let at = 0;
    for (const { text, start } of pieces) {
      if (offset <= at + text.length && start !== undefined && offset >= at) return start + offset - at;
      at += text.length;
    }
    return undefined;
  };
  return {
    source,
    pieces,
    locate({ replacement, ...diagnostic }) {
      const start = toCell(diagnostic.start ?? 0);
      const end = toCell(diagnostic.end ?? source.length);
      if (start === undefined || end === undefined || end < start)
        return { ...diagnostic, start: 0, end: cellLength };
      const moved = replacement && { ...replacement, start, end };
      return { ...diagnostic, start, end, ...(moved && { replacement: moved }) };
    },
  };
}

class Unreadable extends Error {
  readonly problem: { readonly reason: string; readonly start: number; readonly end: number };

  constructor(reason: string, start: number, end: number) {
    super(reason);
    this.problem = { reason, start, end };
  }
}

const FOREIGN_SIGNS: ReadonlyMap<string, string> = new Map([
  ["=>", ">="],
  ["=<", "<="],
  ["!=", "<>"],
  ["≠", "<>"],
  ["≤", "<="],
  ["≥", ">="],
]);

/** Alternatives of one cell, and conditions of one range, within one another. */
const DEEPEST = 16;

function sourceOfCell(cell: string, input: CellInput): CellSource {
  let at = 0;
  let depth = 0;
  return read();

  function read(): CellSource {
    skipBlanks();
    const isCondition = /^=(?![=<>])/.test(left());
    const pieces = isCondition ? readCondition() : readTests();
    skipBlanks();
    if (left().startsWith(")"))
      fail('the ")" closes nothing; a text with a bracket needs quotes, such as "(new)"');
    if (at < cell.length) fail(`"${cell.slice(at)}" is left over`);
    const source = sourceOf(pieces, cell.length);
    if (!isCondition) return source;
    const hint =
      'After "=" stands a condition, in which "?" is the input: "=? > 10". A value stands without "=".';
    const locate = (diagnostic: Diagnostic) =>
      source.locate(diagnostic.code === "type/result" ? { ...diagnostic, hint } : diagnostic);
    return { ...source, locate };
  }

  /** The condition with the input in the place of each "?" outside of texts and names. */
  function readCondition(): SourcePiece[] {
    const pieces: SourcePiece[] = [];
    let start = at + 1;
    const part = /"[^"]*"|'[^']*'|\[[^\]]*\]|\?/g;
    part.lastIndex = start;
    for (let match = part.exec(cell); match !== null; match = part.exec(cell)) {
      if (match[0] !== "?") continue;
      pieces.push({ text: cell.slice(start, match.index), start }, subject(match.index));
      start = match.index + 1;
    }
    pieces.push({ text: cell.slice(start), start });
    at = cell.length;
    return pieces;
  }

  function readTests(): SourcePiece[] {
    const tests = [readTest()];
    while (take(",")) tests.push(readTest());
    const [only] = tests;
    if (tests.length === 1 && only !== undefined) return only;
    return [
      made("OR("),
      ...tests.flatMap((test, index) => (index === 0 ? test : [made(", "), ...test])),
      made(")"),
    ];
  }

  function readTest(): SourcePiece[] {
    skipBlanks();
    refuseForeignSign();
    const not = /^not\s*\(/i.exec(left());
    if (not !== null) {
      at += not[0].length;
      depth += 1;
      if (depth > DEEPEST) fail(`"not" is nested more than ${DEEPEST} levels deep`);
      const tests = readTests();
      if (!take(")")) fail('the ")" of "not(" is missing');
      depth -= 1;
      return [made("NOT("), ...tests, made(")")];
    }
    if (/^blank\s*($|[,)])/i.test(left())) {
      at += 5;
      return [made("ISBLANK("), subject(), made(")")];
    }
    const operator = /^(<=|>=|<>|<|>)/.exec(left())?.[0];
    if (operator !== undefined) {
      const start = at;
      at += operator.length;
      return [subject(), made(" "), { text: operator, start }, made(" "), ...readValue("),")];
    }
    return readRange() ?? [subject(), made(" = "), ...readValue("),")];
  }

  /** `[a..b)`; undefined where the brackets are those of a column. */
  function readRange(): SourcePiece[] | undefined {
    const open = left()[0] ?? "";
    refuseForeignRange();
    if (!"[(]".includes(open) || open === "" || !isRange(left())) return undefined;
    at += 1;
    const low = readValue("..");
    skipBlanks();
    if (!left().startsWith("..")) fail('".." is missing between the ends of the range');
    at += 2;
    const high = readValue("])[");
    skipBlanks();
    const close = left()[0] ?? "";
    if (close === "" || !"])[".includes(close)) fail('a range ends with "]" or ")"');
    at += 1;
    const from = [subject(), made(open === "[" ? " >= " : " > "), ...low];
    const to = [subject(), made(close === "]" ? " <= " : " < "), ...high];
    return [made("AND("), ...from, made(", "), ...to, made(")")];
  }

  /** A value up to a character of `ends`, or up to "..". */
  function readValue(ends: string): SourcePiece[] {
    skipBlanks();
    const start = at;
    const quoted = /^("(?:[^"]|"")*"|'(?:[^']|'')*')/.exec(left())?.[0];
    const column = quoted === undefined ? /^\[[^\]]*\](\s*\.?\s*\[[^\]]*\])*/.exec(left())?.[0] : undefined;
    const exact = quoted ?? column;
    if (exact !== undefined) {
      at += exact.length;
      return [{ text: exact, start }];
    }
    const rest = left();
    let length = 0;
    while (
      length < rest.length &&
      !(ends === ".." ? rest.startsWith("..", length) : ends.includes(rest[length] as string))
    )
      length += 1;
    const words = rest.slice(0, length).trimEnd();
    if (input.family === "number" && /\d$/.test(rest.slice(0, length)) && /^,\d/.test(rest.slice(length)))
      fail('a comma between digits is one number or two values: write 1.5, or "1, 5" with a blank');
    if (words === "") fail("a value is missing");
    refuseForeign(words);
    at += words.length;
    const literal = literalOf(words, input.family);
    if (literal === words) return [{ text: words, start }];
    return literal === `"${words}"` ? [made('"'), { text: words, start }, made('"')] : [made(literal)];
  }

  /** A sign of another language at the beginning of a test. */
  function refuseForeignSign(): void {
    if (left().startsWith("==")) fail('equality has no sign: write 10, not "== 10"');
    const [foreign = ""] = /^(?:=[<>]|!=|[≠≤≥])/u.exec(left()) ?? [];
    const sign = FOREIGN_SIGNS.get(foreign);
    if (sign === undefined) return;
    const value = cell.slice(at + foreign.length).replace(/[,)].*$/su, "");
    fail(`write ${sign} ${value.trim()}, with the sign ${sign}`);
  }

  /** Brackets around two numbers or days, with something else than ".." between them. */
  function refuseForeignRange(): void {
    const { family, isName } = input;
    const found =
      family === "number" ? NUMBERS_IN_BRACKETS : family === "date" ? DAYS_IN_BRACKETS : undefined;
    const [whole, open, low, sign = "", high, close] = found?.exec(left()) ?? [];
    if (whole === undefined || isName?.(whole.slice(1, -1)) === true) return;
    fail(`a range has ".." between its bounds, not "${sign}": ${open}${low}..${high}${close}`);
  }

  /** What is written so elsewhere, and could only be a text here. */
  function refuseForeign(words: string): void {
    if (["text", "point", "unknown"].includes(input.family)) return;
    const range =
      /^(\S+?)\s*(?:\.\.\.?|\u2026)\s*(\S+)$/.exec(words) ??
      /^(\S+)\s+(?:[-\u2013]|to)\s+(\S+)$/i.exec(words) ??
      (input.family === "number" ? /^([+-]?[\d.]+%?)[-\u2013]([+-]?[\d.]+%?)$/.exec(words) : null);
    if (range !== null) fail(`a range has brackets: [${range[1]}..${range[2]}]`);
    if (/(?:^|\s)(?:and|or|&&|\|\|)\s*[<>=\d]/i.test(words))
      fail(
        'conditions are not joined by words: write a range "[10..50)", a list "< 10, > 50", or "=AND(? >= 10, ? < 50)"',
      );
  }

  /** The input, in the place of the "?" at `start` where there is one. */
  function subject(start?: number): SourcePiece {
    const { source } = input;
    const text = /^\s*\[[^\]]*\](\.\[[^\]]*\])*\s*$/.test(source) ? source.trim() : `(${source})`;
    return { text, start, ...(start !== undefined && { length: 1 }) };
  }

  function take(character: string): boolean {
    skipBlanks();
    if (cell[at] !== character) return false;
    at += 1;
    return true;
  }

  function skipBlanks(): void {
    while (/\s/.test(cell[at] ?? "")) at += 1;
  }

  function left(): string {
    return cell.slice(at);
  }

  function fail(reason: string): never {
    throw new Unreadable(reason, at, cell.length);
  }
}

const NUMBERS_IN_BRACKETS =
  /^([[(\]])\s*([+-]?[\d.]*\d%?)\s*([-\u2013,;:]|\.\.\.|\u2026|to)\s*([+-]?[\d.]+%?)\s*([\])[])/i;
const DAYS_IN_BRACKETS =
  /^([[(\]])\s*(\d{4}-\d\d-\d\d)\s*([-\u2013,;:]|\.\.\.|\u2026|to)\s*(\d{4}-\d\d-\d\d)\s*([\])[])/i;

function made(text: string): SourcePiece {
  return { text, start: undefined };
}

/** Whether ".." comes before the bracket that would end a column, outside of texts and of the columns within a range. */
function isRange(rest: string): boolean {
  return /^[[(\]]\s*("(?:[^"]|"")*"|'(?:[^']|'')*'|\[[^\]]*\](\s*\.?\s*\[[^\]]*\])*|[^[\]()"']*?)\s*\.\./.test(
    rest,
  );
}

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
  const reader = new CellReader(cell, input);
  try {
    return { kind: "condition", condition: reader.read() };
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

class CellReader {
  readonly #cell: string;
  readonly #input: CellInput;
  #at = 0;
  #depth = 0;

  constructor(cell: string, input: CellInput) {
    this.#cell = cell;
    this.#input = input;
  }

  read(): CellSource {
    this.#skipBlanks();
    const isCondition = /^=(?![=<>])/.test(this.#rest);
    const pieces = isCondition ? this.#readCondition() : this.#readTests();
    this.#skipBlanks();
    if (this.#rest.startsWith(")"))
      this.#fail('the ")" closes nothing; a text with a bracket needs quotes, such as "(new)"');
    if (this.#at < this.#cell.length) this.#fail(`"${this.#cell.slice(this.#at)}" is left over`);
    const source = sourceOf(pieces, this.#cell.length);
    if (!isCondition) return source;
    const hint =
      'After "=" stands a condition, in which "?" is the input: "=? > 10". A value stands without "=".';
    const locate = (diagnostic: Diagnostic) =>
      source.locate(diagnostic.code === "type/result" ? { ...diagnostic, hint } : diagnostic);
    return { ...source, locate };
  }

  /** The condition with the input in the place of each "?" outside of texts and names. */
  #readCondition(): SourcePiece[] {
    const pieces: SourcePiece[] = [];
    let start = this.#at + 1;
    const part = /"[^"]*"|'[^']*'|\[[^\]]*\]|\?/g;
    part.lastIndex = start;
    for (let match = part.exec(this.#cell); match !== null; match = part.exec(this.#cell)) {
      if (match[0] !== "?") continue;
      pieces.push({ text: this.#cell.slice(start, match.index), start }, this.#subject(match.index));
      start = match.index + 1;
    }
    pieces.push({ text: this.#cell.slice(start), start });
    this.#at = this.#cell.length;
    return pieces;
  }

  #readTests(): SourcePiece[] {
    const tests = [this.#readTest()];
    while (this.#take(",")) tests.push(this.#readTest());
    const [only] = tests;
    if (tests.length === 1 && only !== undefined) return only;
    return [
      made("OR("),
      ...tests.flatMap((test, index) => (index === 0 ? test : [made(", "), ...test])),
      made(")"),
    ];
  }

  #readTest(): SourcePiece[] {
    this.#skipBlanks();
    this.#refuseForeignSign();
    const not = /^not\s*\(/i.exec(this.#rest);
    if (not !== null) {
      this.#at += not[0].length;
      this.#depth += 1;
      if (this.#depth > DEEPEST) this.#fail(`"not" is nested more than ${DEEPEST} levels deep`);
      const tests = this.#readTests();
      if (!this.#take(")")) this.#fail('the ")" of "not(" is missing');
      this.#depth -= 1;
      return [made("NOT("), ...tests, made(")")];
    }
    if (/^blank\s*($|[,)])/i.test(this.#rest)) {
      this.#at += 5;
      return [made("ISBLANK("), this.#subject(), made(")")];
    }
    const operator = /^(<=|>=|<>|<|>)/.exec(this.#rest)?.[0];
    if (operator !== undefined) {
      const start = this.#at;
      this.#at += operator.length;
      return [this.#subject(), made(" "), { text: operator, start }, made(" "), ...this.#readValue("),")];
    }
    return this.#readRange() ?? [this.#subject(), made(" = "), ...this.#readValue("),")];
  }

  /** `[a..b)`; undefined where the brackets are those of a column. */
  #readRange(): SourcePiece[] | undefined {
    const open = this.#rest[0] ?? "";
    this.#refuseForeignRange();
    if (!"[(]".includes(open) || open === "" || !isRange(this.#rest)) return undefined;
    this.#at += 1;
    const low = this.#readValue("..");
    this.#skipBlanks();
    if (!this.#rest.startsWith("..")) this.#fail('".." is missing between the ends of the range');
    this.#at += 2;
    const high = this.#readValue("])[");
    this.#skipBlanks();
    const close = this.#rest[0] ?? "";
    if (close === "" || !"])[".includes(close)) this.#fail('a range ends with "]" or ")"');
    this.#at += 1;
    const from = [this.#subject(), made(open === "[" ? " >= " : " > "), ...low];
    const to = [this.#subject(), made(close === "]" ? " <= " : " < "), ...high];
    return [made("AND("), ...from, made(", "), ...to, made(")")];
  }

  /** A value up to a character of `ends`, or up to "..". */
  #readValue(ends: string): SourcePiece[] {
    this.#skipBlanks();
    const start = this.#at;
    const quoted = /^("(?:[^"]|"")*"|'(?:[^']|'')*')/.exec(this.#rest)?.[0];
    const column =
      quoted === undefined ? /^\[[^\]]*\](\s*\.?\s*\[[^\]]*\])*/.exec(this.#rest)?.[0] : undefined;
    const exact = quoted ?? column;
    if (exact !== undefined) {
      this.#at += exact.length;
      return [{ text: exact, start }];
    }
    const rest = this.#rest;
    let length = 0;
    while (
      length < rest.length &&
      !(ends === ".." ? rest.startsWith("..", length) : ends.includes(rest[length] as string))
    )
      length += 1;
    const words = rest.slice(0, length).trimEnd();
    if (
      this.#input.family === "number" &&
      /\d$/.test(rest.slice(0, length)) &&
      /^,\d/.test(rest.slice(length))
    )
      this.#fail('a comma between digits is one number or two values: write 1.5, or "1, 5" with a blank');
    if (words === "") this.#fail("a value is missing");
    this.#refuseForeign(words);
    this.#at += words.length;
    const literal = literalOf(words, this.#input.family);
    if (literal === words) return [{ text: words, start }];
    return literal === `"${words}"` ? [made('"'), { text: words, start }, made('"')] : [made(literal)];
  }

  /** A sign of another language at the beginning of a test. */
  #refuseForeignSign(): void {
    if (this.#rest.startsWith("==")) this.#fail('equality has no sign: write 10, not "== 10"');
    const [foreign = ""] = /^(?:=[<>]|!=|[≠≤≥])/u.exec(this.#rest) ?? [];
    const sign = FOREIGN_SIGNS.get(foreign);
    if (sign === undefined) return;
    const value = this.#rest.slice(foreign.length).replace(/[,)].*$/su, "");
    this.#fail(`write ${sign} ${value.trim()}, with the sign ${sign}`);
  }

  /** Brackets around two numbers or days, with something else than ".." between them. */
  #refuseForeignRange(): void {
    const { family, isName } = this.#input;
    const found =
      family === "number" ? NUMBERS_IN_BRACKETS : family === "date" ? DAYS_IN_BRACKETS : undefined;
    const [whole, open, low, sign = "", high, close] = found?.exec(this.#rest) ?? [];
    if (whole === undefined || isName?.(whole.slice(1, -1)) === true) return;
    this.#fail(`a range has ".." between its bounds, not "${sign}": ${open}${low}..${high}${close}`);
  }

  /** What is written so elsewhere, and could only be a text here. */
  #refuseForeign(words: string): void {
    if (["text", "point", "unknown"].includes(this.#input.family)) return;
    const range =
      /^(\S+?)\s*(?:\.\.\.?|\u2026)\s*(\S+)$/.exec(words) ??
      /^(\S+)\s+(?:[-\u2013]|to)\s+(\S+)$/i.exec(words) ??
      (this.#input.family === "number" ? /^([+-]?[\d.]+%?)[-\u2013]([+-]?[\d.]+%?)$/.exec(words) : null);
    if (range !== null) this.#fail(`a range has brackets: [${range[1]}..${range[2]}]`);
    if (/(?:^|\s)(?:and|or|&&|\|\|)\s*[<>=\d]/i.test(words))
      this.#fail(
        'conditions are not joined by words: write a range "[10..50)", a list "< 10, > 50", or "=AND(? >= 10, ? < 50)"',
      );
  }

  /** The input, in the place of the "?" at `start` where there is one. */
  #subject(start?: number): SourcePiece {
    const { source } = this.#input;
    const text = /^\s*\[[^\]]*\](\.\[[^\]]*\])*\s*$/.test(source) ? source.trim() : `(${source})`;
    return { text, start, ...(start !== undefined && { length: 1 }) };
  }

  #take(character: string): boolean {
    this.#skipBlanks();
    if (this.#cell[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #skipBlanks(): void {
    while (/\s/.test(this.#cell[this.#at] ?? "")) this.#at += 1;
  }

  get #rest(): string {
    return this.#cell.slice(this.#at);
  }

  #fail(reason: string): never {
    throw new Unreadable(reason, this.#at, this.#cell.length);
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

import { admitColumns, admitRow, type FileRow, isBlankRow, LONGEST_ROW } from "./file-row.ts";

/**
 * Reads the text of a CSV file as it comes, in parts. The first row that it gives names columns. Rows without a filled cell
 * are skipped. A row with a quote that does not match is given with that problem, and reading goes on with the next line. Throws a
 * `RowTooLarge` for a row, or columns, that would take too much memory.
 */
export class CsvReader {
  /** Lines before this one are skipped. */
  readonly #headerRow: number;
  #form: CsvForm | undefined;
  #mark: string | undefined;
  #line = 1;
  #rest = "";

  constructor(headerRow = 1) {
    this.#headerRow = headerRow;
  }

  /** The rows that end within this part of the text. */
  push(text: string): readonly FileRow<string>[] {
    this.#rest += text;
    return this.#take(false);
  }

  /** The last row, if no line break ends it. */
  end(): readonly FileRow<string>[] {
    return this.#take(true);
  }

  #take(isEnd: boolean): readonly FileRow<string>[] {
    const text = this.#rest;
    const rows: FileRow<string>[] = [];
    let at = 0;
    while (at < text.length) {
      const end = lineEnd(text, at, isEnd);
      admitRow(this.#line, (end ?? text.length) - at);
      if (end === undefined) break;
      if (this.#isSkipped(text.slice(at, Math.min(end, at + LONGEST_MARK)))) {
        this.#line++;
        at = afterBreak(text, end);
        continue;
      }
      const form = this.#form ?? formOf(this.#mark ?? findDelimiter(text.slice(at, end)));
      const read = readRow(text, at, end, form, isEnd);
      if (read === undefined) break;
      const row = { line: this.#line, ...read.content };
      if (!isBlankRow(row)) {
        if (this.#form === undefined) admitColumns(row.line, row.cells.length);
        this.#form = form;
        rows.push(row);
      }
      this.#line += read.lines;
      at = read.next;
    }
    this.#rest = text.slice(at);
    return rows;
  }

  /** Lines before the row of headers, and `sep=;`, with which spreadsheets say what separates cells. */
  #isSkipped(line: string): boolean {
    if (this.#form !== undefined) return false;
    const [, mark] = MARK.exec(line) ?? [];
    this.#mark = mark ?? this.#mark;
    return mark !== undefined || this.#line < this.#headerRow;
  }
}

const MARK = /^\uFEFF?"?sep=(.)"?$/iu;
const LONGEST_MARK = 12;

interface CsvForm {
  readonly delimiter: string;
  /** Ends a cell that is not in quotes. */
  readonly stop: RegExp;
}

function formOf(delimiter: string): CsvForm {
  return { delimiter, stop: new RegExp(`[${delimiter.replace(/[\\\]^-]/u, "\\$&")}\\r\\n]`, "gu") };
}

/** What separates cells: the sign that the line has most of outside quotes. */
function findDelimiter(line: string): string {
  const unquoted = line.replaceAll(/"[^"]*"/gu, "");
  const counts = [",", ";", "\t", "|"].map((sign) => [sign, unquoted.split(sign).length] as const);
  return counts.sort(([, one], [, other]) => other - one)[0]?.[0] ?? ",";
}

interface ReadRow {
  readonly content: Pick<FileRow<string>, "cells" | "problems">;
  /** Where the next row begins, and how many lines further on. */
  readonly next: number;
  readonly lines: number;
}

/** The row that begins at `at`, whose first line ends at `end`; undefined where more of the text is needed. */
function readRow(text: string, at: number, end: number, form: CsvForm, isEnd: boolean): ReadRow | undefined {
  const next = afterBreak(text, end);
  const line = text.slice(at, end);
  const cells = line.split(form.delimiter);
  if (!line.includes('"')) return { content: { cells }, next, lines: 1 };
  const read = readQuoted(text, at, form, isEnd);
  if (read === "more" && text.length - at <= LONGEST_ROW) return undefined; // a quote that is closed later does not match
  if (typeof read === "object") return read;
  const quote = line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line;
  return { content: { cells, problems: [{ quote }] }, next, lines: 1 };
}

const SHOWN = 60;

/** Where the line ends; undefined where that is not known yet. */
function lineEnd(text: string, from: number, isEnd: boolean): number | undefined {
  BREAK.lastIndex = from;
  const end = BREAK.exec(text)?.index ?? text.length;
  return isOpen(text, end, isEnd) ? undefined : end;
}

const BREAK = /[\r\n]/gu;

/** Whether what comes next decides what the sign at `at` is: a return may be half of a line break. */
function isOpen(text: string, at: number, isEnd: boolean): boolean {
  return !isEnd && (at >= text.length || (text[at] === "\r" && at + 1 === text.length));
}

function afterBreak(text: string, end: number): number {
  return text.startsWith("\r\n", end) ? end + 2 : Math.min(end + 1, text.length);
}

/**
 * A row with quotes. A cell is in quotes where a quote is its first sign, but for blanks; a quote inside another cell is a
 * sign as any. `stray`: after a closing quote the cell goes on, or the text ends before there is one.
 */
function readQuoted(
  text: string,
  from: number,
  { delimiter, stop }: CsvForm,
  isEnd: boolean,
): ReadRow | "more" | "stray" {
  const cells: string[] = [];
  let lines = 1;
  let at = from;
  for (;;) {
    const opening = skipBlanks(text, at, delimiter);
    if (text[opening] === '"') {
      let cell = "";
      let close = opening;
      do {
        const begin = close + 1;
        close = text.indexOf('"', begin) + 1;
        if (close === 0) return isEnd ? "stray" : "more";
        cell += text.slice(begin, text[close] === '"' ? close : close - 1);
      } while (text[close] === '"');
      at = skipBlanks(text, close, delimiter);
      if (isOpen(text, at, isEnd)) return "more";
      if (at < text.length && !`${delimiter}\r\n`.includes(text[at] as string)) return "stray";
      lines += cell.match(/\r\n|\n|\r/gu)?.length ?? 0;
      cells.push(cell);
    } else {
      stop.lastIndex = at;
      const end = stop.exec(text)?.index ?? text.length;
      if (isOpen(text, end, isEnd)) return "more";
      cells.push(text.slice(at, end));
      at = end;
    }
    if (text[at] !== delimiter) return { content: { cells }, next: afterBreak(text, at), lines };
    at++;
  }
}

function skipBlanks(text: string, from: number, delimiter: string): number {
  let at = from;
  while (text[at] === " " || (text[at] === "\t" && delimiter !== "\t")) at++;
  return at;
}

/**
 * Lines of a CSV file (RFC 4180). With `guards`, as people open it, a cell that a spreadsheet would take for a formula begins with
 * an apostrophe.
 */
export function writeCsv(
  lines: readonly (readonly string[])[],
  { guards = true, lineEnd = "\r\n" }: { readonly guards?: boolean; readonly lineEnd?: string } = {},
): string {
  const write = (cell: string) => quoted(guards ? guardCell(cell) : cell);
  return lines.map((cells) => `${cells.map(write).join(",")}${lineEnd}`).join("");
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The same text with an apostrophe before it, where a spreadsheet that opens a CSV file would compute it. */
export function guardCell(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/** What `guardCell` was given. */
export function unguardCell(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
}

/** What a spreadsheet would take for a formula; apostrophes before it are what the guard adds. */
const FORMULA = /^'*[=+\-@\t\r]/u;

/** Is the same to a spreadsheet whether it computes it or not; some Locales group digits by blanks. */
const NUMBER = /^(?:\+?\d[\d.,]*|-\d[\d.,\s]*)%?$/u;

/** What a file of refused rows has before the cells of a row, so that it can be imported once it is corrected. */
export const REFUSED_HEADERS: readonly string[] = ["_Row", "_Column", "_Reason"];

/** Where a refused row is in its file, which of its columns are wrong, and why, as `REFUSED_HEADERS` names them. */
export function refusedCells(
  line: number,
  errors: readonly { readonly column?: string; readonly message: string }[],
): readonly string[] {
  const columns = new Set(errors.flatMap(({ column }) => column ?? []));
  return [String(line), [...columns].join(", "), errors.map(({ message }) => message).join(" ")];
}

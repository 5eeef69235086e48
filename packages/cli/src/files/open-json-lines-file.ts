import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import {
  admitColumns,
  admitRow,
  diagnose,
  parseExactly,
  problemOfMembers,
  RowTooLarge,
  shownNumber,
} from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { FileError, type SourceFile, type SourceRow } from "./source-file.ts";

/** A file with one JSON object for each row; a member that is left out says nothing. A file without an object is refused whole, another line that is none as a row. */
export async function openJsonLinesFile(path: string): Promise<SourceFile> {
  const hash = createHash("sha256");
  const headers = new Map<string, number>();
  let [count, unread]: [number, (JsonLine & { notJson: string }) | undefined] = [0, undefined];
  for await (const line of linesOf(path)) {
    hash.update(line.text).update("\n");
    const read = readLine(line.text);
    if ("notJson" in read) unread ??= { ...line, ...read };
    else for (const name of Object.keys(read.row)) if (!headers.has(name)) headers.set(name, headers.size);
    admitted(path, () => admitColumns(line.line, headers.size));
    count++;
  }
  if (headers.size === 0 && unread !== undefined) {
    const { message, hint } = diagnose("row/not-json", { reason: unread.notJson });
    throw new FileError(path, unread.line, `${message} ${hint}`);
  }
  return {
    path,
    headers: [...headers.keys()],
    count,
    cells: "typed",
    fingerprint: hash.digest("hex"),
    rows: () => readRows(path, [...headers.keys()]),
  };
}

async function* readRows(path: string, headers: readonly string[]): AsyncGenerator<readonly SourceRow[]> {
  let batch: SourceRow[] = [];
  for await (const line of linesOf(path)) {
    batch.push(rowOf(line, headers));
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function rowOf({ text, line }: JsonLine, headers: readonly string[]): SourceRow {
  const read = readLine(text);
  // The first cell keeps the line for the file of refused rows.
  if ("notJson" in read)
    return { line, cells: headers.map((_, at) => (at === 0 ? text : undefined)), problems: [read] };
  const { row } = read;
  const digits: number[] = [];
  const cells = headers.map((name, at) => {
    const value = Object.hasOwn(row, name) ? row[name] : undefined;
    if (value instanceof WrittenNumber) digits.push(at);
    if (value instanceof WrittenNumber) return value.digits;
    return typeof value === "number" ? (shownNumber(value) ?? value) : value;
  });
  return digits.length === 0 ? { line, cells } : { line, cells, digits };
}

const BATCH = 500;

interface JsonLine {
  readonly text: string;
  readonly line: number;
}

/** The lines that are not empty, with their numbers. */
async function* linesOf(path: string): AsyncGenerator<JsonLine> {
  let [line, rest] = [0, ""];
  const ended = function* (texts: readonly string[]) {
    for (const text of texts) {
      line++;
      admitted(path, () => admitRow(line, text.length));
      const whole = (line === 1 ? text.replace(/^\uFEFF/u, "") : text).replace(/\r$/u, "");
      if (whole.trim() !== "") yield { text: whole, line };
    }
  };
  for await (const text of createReadStream(path, "utf8") as AsyncIterable<string>) {
    const texts = (rest + text).split("\n");
    rest = texts.pop() ?? "";
    yield* ended(texts);
    admitted(path, () => admitRow(line + 1, rest.length));
  }
  yield* ended([rest]);
}

/** Says of a row that is too large where it is. */
function admitted(path: string, admit: () => void): void {
  try {
    admit();
  } catch (error) {
    throw error instanceof RowTooLarge ? new FileError(path, error.line, error.message) : error;
  }
}

/** The object of a line, or why there is none. */
function readLine(text: string): { readonly row: JsonObject } | { readonly notJson: string } {
  let row: unknown;
  const written: WrittenNumber[] = [];
  try {
    row = parseExactly(text, (digits) => {
      written.push(new WrittenNumber(digits));
      return written.at(-1) as unknown as JsonValue;
    });
  } catch (error) {
    const { message } = error as Error;
    return {
      notJson: message.replace(/ at position \d+ \(line 1 column (\d+)\)$/u, " at column $1 of the line"),
    };
  }
  const problem = problemOfMembers(text);
  if (problem?.kind === "member twice") return { notJson: `it has two members "${problem.name}"` };
  if (problem !== undefined) return { notJson: "its lists and objects are too deep" };
  if (typeof row === "object" && row !== null && !Array.isArray(row)) {
    const nested = written.find((number) => !Object.values(row).includes(number));
    if (nested === undefined) return { row: row as JsonObject };
    return { notJson: `the number ${nested.digits} has more digits than are kept` };
  }
  return { notJson: `it is ${Array.isArray(row) ? "a list" : row === null ? "null" : `a ${typeof row}`}` };
}

/** A number that a double would change. */
class WrittenNumber {
  readonly digits: string;

  constructor(digits: string) {
    this.digits = digits;
  }
}

type JsonObject = Readonly<Record<string, JsonValue | WrittenNumber>>;

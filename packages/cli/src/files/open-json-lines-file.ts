import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { admitColumns, admitRow, RowTooLarge, shownNumber } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { parseExactly } from "./parse-exactly.ts";
import { FileError, type SourceFile, type SourceRow } from "./source-file.ts";

/** A file with one JSON object for each row; a member that is left out says nothing. */
export async function openJsonLinesFile(path: string): Promise<SourceFile> {
  const hash = createHash("sha256");
  const headers = new Map<string, number>();
  let count = 0;
  for await (const { text, line } of linesOf(path)) {
    hash.update(text).update("\n");
    for (const name of Object.keys(readRow(path, text, line)))
      if (!headers.has(name)) headers.set(name, headers.size);
    admitted(path, () => admitColumns(line, headers.size));
    count++;
  }
  return {
    path,
    headers: [...headers.keys()],
    count,
    fingerprint: hash.digest("hex"),
    rows: () => readRows(path, [...headers.keys()]),
  };
}

async function* readRows(path: string, headers: readonly string[]): AsyncGenerator<readonly SourceRow[]> {
  let batch: SourceRow[] = [];
  for await (const { text, line } of linesOf(path)) {
    const row = readRow(path, text, line);
    batch.push({
      line,
      cells: headers.map((name) => (Object.hasOwn(row, name) ? cellOf(row[name]) : undefined)),
    });
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** What a column can take: lists of plain values and links as they are, and what else is nested as its JSON. */
function cellOf(value: JsonValue | undefined): JsonValue | undefined {
  if (typeof value === "number") return shownNumber(value) ?? value;
  const isNested = (one: JsonValue | undefined) => typeof one === "object" && one !== null;
  const isPlain = !isNested(value) || (Array.isArray(value) && !value.some(isNested));
  const isLink = isNested(value) && Object.hasOwn(value as object, "Url");
  return isPlain || isLink ? value : JSON.stringify(value);
}

const BATCH = 500;

/** The lines that are not empty, with their numbers. */
async function* linesOf(path: string): AsyncGenerator<{ readonly text: string; readonly line: number }> {
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

function readRow(path: string, text: string, line: number): Readonly<Record<string, JsonValue>> {
  let row: unknown;
  try {
    row = parseExactly(text);
  } catch (error) {
    const reason = (error as Error).message.replace(
      / at position \d+ \(line 1 column (\d+)\)$/u,
      " at column $1 of the line",
    );
    throw new FileError(
      path,
      line,
      `It is not JSON: ${reason}. Each line is one object, such as {"Name": "Ada"}.`,
    );
  }
  if (typeof row === "object" && row !== null && !Array.isArray(row)) return row as Record<string, JsonValue>;
  throw new FileError(path, line, 'An object such as {"Name": "Ada"} is expected.');
}

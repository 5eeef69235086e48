import type { LoadRow, LoadSource } from "@tablewright/core";

/** A file of rows that has been looked through: it can be read to its end. */
export interface SourceFile {
  readonly path: string;
  /** What its first row, or the members of its rows, name. */
  readonly headers: readonly string[];
  readonly count: number;
  /** SHA-256 of its bytes. */
  readonly fingerprint: string;
  /** Whether its cells are texts, or JSON. */
  readonly cells: NonNullable<LoadSource["cells"]>;
  rows(): AsyncIterable<readonly SourceRow[]>;
}

/** How a file is read where the file does not say so itself. */
export interface ReadingOptions {
  /** The sheet of a workbook. */
  readonly sheet?: string;
  /** The row that names columns, or the first that may; default 1. */
  readonly headerRow?: number;
  /** Of a CSV file without a mark at its beginning; default UTF-8. */
  readonly encoding?: string;
}

export interface SourceRow extends LoadRow {
  /** Where it begins in the file, from 1. */
  readonly line: number;
}

/** A file that cannot be read as what its name says, in words for the person who named it. */
export class FileError extends Error {
  constructor(path: string, line: number | undefined, message: string) {
    super(`${path}${line === undefined ? "" : `:${line}`}: error: ${message}`);
  }
}

import type { JsonValue } from "@tablewright/core/expression";
import type { Word } from "../../words/en.ts";

/** The rows of a file of a person, whose first row names columns. */
export interface FileRows {
  readonly name: string;
  readonly headers: readonly string[];
  readonly rows: readonly FileRow[];
}

export interface FileRow {
  /** Where it begins in the file, from 1. */
  readonly line: number;
  /** As written in a CSV file, as JSON of a workbook; a short row has fewer than there are headers. */
  readonly cells: readonly JsonValue[];
}

/** A file that cannot be read as what its name says, as a text of the page. */
export class UnreadableFile extends Error {
  readonly word: Word;
  readonly reason: string;

  constructor(word: Word, reason = "") {
    super(`${word}: ${reason}`);
    this.word = word;
    this.reason = reason;
  }
}

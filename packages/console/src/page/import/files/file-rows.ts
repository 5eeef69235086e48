import type { FileRow } from "@tablewright/core";
import type { Word } from "../../words/en.ts";

/** The rows of a file of a person, of which one names columns. */
export interface FileRows {
  readonly name: string;
  readonly headers: readonly string[];
  /** As they are in the file, some with fewer or more cells. */
  readonly rows: readonly FileRow[];
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

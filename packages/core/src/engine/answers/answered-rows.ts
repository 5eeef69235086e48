import type { ResultRow } from "../calls/result.ts";
import { JsonOutput } from "./json-output.ts";

/** The rows of a result as a JSON array in UTF-8, which is a fraction of the work and room of objects and a text. */
export interface JsonRows {
  readonly count: number;
  /** The array in pieces of some 64 KB, each written when it is asked for, so that others may have their turn between. */
  pieces(): Iterable<Uint8Array>;
}

/** Rows that stand one after the other in an answer. */
export interface AnsweredPart {
  readonly count: number;
  makeObjects(): readonly ResultRow[];
  /** The rows as JSON in UTF-8, with commas between them and these texts around them. */
  pieces(before: string, after: string): Iterable<Uint8Array>;
}

/** The rows of an answer, in the parts they were found in. */
export class AnsweredRows implements JsonRows {
  readonly count: number;
  readonly #parts: readonly AnsweredPart[];
  #objects: readonly ResultRow[] | undefined;

  constructor(parts: readonly AnsweredPart[]) {
    let count = 0;
    for (const part of parts) count += part.count;
    this.#parts = count > 0 && parts.length === 1 ? parts : parts.filter((part) => part.count > 0);
    this.count = count;
  }

  get objects(): readonly ResultRow[] {
    const [first] = this.#parts;
    this.#objects ??=
      first !== undefined && this.#parts.length === 1
        ? first.makeObjects()
        : this.#parts.flatMap((part) => part.makeObjects());
    return this.#objects;
  }

  *pieces(): Iterable<Uint8Array> {
    const last = this.#parts.length - 1;
    if (last < 0) yield JsonOutput.bytesOf("[]");
    for (const [at, part] of this.#parts.entries())
      yield* part.pieces(at === 0 ? "[" : ",", at === last ? "]" : "");
  }
}

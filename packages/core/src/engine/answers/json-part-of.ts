import type { Meter, Task } from "../../expression/parts.ts";
import type { ResultRow } from "../calls/result.ts";
import type { AnsweredPart } from "./answered-rows.ts";
import { JsonOutput } from "./json-output.ts";

/** Every platform has it, though it is not of the language. */
declare const TextDecoder: new () => { decode(bytes: Uint8Array, options: { stream: boolean }): string };

/** Writes the JSON of rows, which is kept in their place. */
export function* jsonPartOf(part: AnsweredPart, { timeSlice }: Meter): Task<AnsweredPart> {
  const pieces: Uint8Array[] = [];
  for (const piece of part.pieces("", "")) {
    pieces.push(withoutSlack(piece));
    if (timeSlice.isOver) yield;
  }
  return new JsonPart(part.count, pieces);
}

/** Rows that are kept as the JSON they were written as, which takes a fraction of their room. */
class JsonPart implements AnsweredPart {
  readonly count: number;
  readonly #pieces: readonly Uint8Array[];

  constructor(count: number, pieces: readonly Uint8Array[]) {
    this.count = count;
    this.#pieces = pieces;
  }

  makeObjects(): readonly ResultRow[] {
    const decoder = new TextDecoder();
    const texts = this.#pieces.map((piece) => decoder.decode(piece, { stream: true }));
    return JSON.parse(`[${texts.join("")}]`) as ResultRow[];
  }

  *pieces(before: string, after: string): Iterable<Uint8Array> {
    if (before !== "") yield JsonOutput.bytesOf(before);
    yield* this.#pieces;
    if (after !== "") yield JsonOutput.bytesOf(after);
  }
}

/** Most pieces fill their memory; of the last a part may be a small share. */
function withoutSlack(piece: Uint8Array): Uint8Array {
  return piece.length * 2 < piece.buffer.byteLength ? piece.slice() : piece;
}

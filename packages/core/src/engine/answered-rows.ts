import type { Row } from "../storage/index.ts";
import type { JsonValue } from "../values/index.ts";
import { JsonOutput, type ReadyJson } from "./json-output.ts";
import type { JsonRows } from "./json-rows.ts";
import type { ResultRow } from "./result.ts";

/** One member of every row of an answer: its cell of a row, which is the `at`-th of the answer. */
export interface Member {
  readonly name: string;
  readonly write: (row: Row, at: number) => JsonValue;
}

/**
 * The rows of an answer, put in their wire form when somebody asks for it: as objects for who works on them, or as JSON
 * for who sends them on. Rows never change and the cells of virtual columns are known, so it is the same at any time.
 */
export class AnsweredRows implements JsonRows {
  readonly #rows: readonly Row[];
  readonly #members: readonly Member[];
  #objects: readonly ResultRow[] | undefined;

  constructor(rows: readonly Row[], members: readonly Member[]) {
    this.#rows = rows;
    this.#members = members;
  }

  get count(): number {
    return this.#rows.length;
  }

  get objects(): readonly ResultRow[] {
    this.#objects ??= this.#makeObjects();
    return this.#objects;
  }

  *pieces(): Iterable<Uint8Array> {
    const members = this.#members.map(leadIn);
    const output = new JsonOutput(PIECE + SLACK);
    output.putText("[");
    for (let at = 0; at < this.#rows.length; at = putRows(output, members, this.#rows, at)) {
      if (at > 0) yield output.take();
    }
    output.putText("]");
    yield output.take();
  }

  #makeObjects(): readonly ResultRow[] {
    return this.#rows.map((row, at) => writeRow(this.#members, row, at));
  }
}

/** Bytes that are sent together: enough to pay for it, few enough to be written in a moment. */
const PIECE = 64 * 1024;
/** Room for the row that makes a piece full. */
const SLACK = 1024;

interface LedMember extends Member {
  /** What stands before its cell. */
  readonly lead: ReadyJson;
}

function leadIn({ name, write }: Member, place: number): LedMember {
  return { name, write, lead: JsonOutput.ready(`${place === 0 ? "{" : ","}${JSON.stringify(name)}:`) };
}

/** Puts rows from the `first` on until a piece is full; answers the next. */
function putRows(
  output: JsonOutput,
  members: readonly LedMember[],
  rows: readonly Row[],
  first: number,
): number {
  let at = first;
  for (; at < rows.length && output.length < PIECE; at++) {
    const row = rows[at] as Row;
    if (at > 0) output.putText(",");
    for (const { lead, write } of members) {
      output.put(lead);
      output.write(write(row, at));
    }
    output.putText("}");
  }
  return at;
}

/** Assigning members one by one gives all rows one hidden shape, which makes them several times cheaper. */
function writeRow(members: readonly Member[], row: Row, at: number): ResultRow {
  const cells: Record<string, JsonValue> = {};
  for (const { name, write } of members) cells[name] = write(row, at);
  return cells;
}

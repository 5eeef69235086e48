import type { Row } from "../../storage/index.ts";
import type { JsonValue } from "../../values/index.ts";
import type { ResultRow } from "../calls/result.ts";
import type { AnsweredPart } from "./answered-rows.ts";
import { JsonOutput, type ReadyJson } from "./json-output.ts";
import type { ValueWriter } from "./value-writer-of.ts";

/** One member of every row: its cell of a row, which is the `at`-th of the part. */
export interface Member {
  readonly name: string;
  readonly write: (row: Row, at: number) => JsonValue;
  /** Of a cell that the row has: where it is and how it is written, which is what `write` does in fewer calls. */
  readonly cell?: { readonly place: number; readonly write: ValueWriter };
}

/** The member of a cell that the row has. */
export function cellMember(name: string, place: number, write: ValueWriter): Member {
  return { name, write: (row) => write(row[place] ?? null), cell: { place, write } };
}

/**
 * Rows that are put in their wire form when it is asked for: as objects for a program that works on them, or as JSON for
 * one that sends them on. Rows never change and the cells of virtual columns are known, so it is the same at any time.
 */
export class RowsPart implements AnsweredPart {
  readonly #rows: readonly Row[];
  readonly #members: readonly Member[];

  constructor(rows: readonly Row[], members: readonly Member[]) {
    this.#rows = rows;
    this.#members = members;
  }

  get count(): number {
    return this.#rows.length;
  }

  makeObjects(): readonly ResultRow[] {
    return this.#rows.map((row, at) => writeRow(this.#members, row, at));
  }

  *pieces(before: string, after: string): Iterable<Uint8Array> {
    const members = this.#members.map(leadIn);
    const output = new JsonOutput(PIECE + SLACK);
    output.putText(before);
    for (let at = 0; at < this.#rows.length; at = putRows(output, members, this.#rows, at)) {
      if (at > 0) yield output.take();
    }
    output.putText(after);
    yield output.take();
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

function leadIn(member: Member, place: number): LedMember {
  const { name } = member;
  return { ...member, lead: JsonOutput.ready(`${place === 0 ? "{" : ","}${JSON.stringify(name)}:`) };
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
    for (const { lead, write, cell } of members) {
      output.put(lead);
      output.write(cell === undefined ? write(row, at) : cell.write(row[cell.place] ?? null));
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

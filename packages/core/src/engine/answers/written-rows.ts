import type { Row } from "../../storage/index.ts";
import type { JsonValue, Value } from "../../values/index.ts";
import type { ResultRow } from "../calls/result.ts";
import type { AnsweredPart } from "./answered-rows.ts";
import { DayJson, JsonOutput, type ReadyJson } from "./json-output.ts";
import type { CellWriter } from "./value-writer-of.ts";

/** One member of every row: its cell of a row, which is the `at`-th of the part. */
export interface Member {
  readonly name: string;
  readonly write: (row: Row, at: number) => JsonValue;
  /** Of a cell that the row has: where it is and how it is written, which is what `write` does in fewer calls. */
  readonly cell?: { readonly place: number; readonly writer: CellWriter };
}

/** The member of a cell that the row has. */
export function cellMember(name: string, place: number, writer: CellWriter): Member {
  const { write } = writer;
  return { name, write: (row) => write(row[place] ?? null), cell: { place, writer } };
}

/**
 * Rows that are put in their wire form when it is asked for: as objects for a program that works on them, or as JSON for
 * one that sends them on. Rows never change and the cells of virtual columns are known, so it is the same at any time.
 */
export class WrittenRows implements AnsweredPart {
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
    const objects: ResultRow[] = [];
    for (let at = 0; at < this.#rows.length; at++)
      objects.push(writeRow(this.#members, this.#rows[at] as Row, at));
    return objects;
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

const COMMA = JsonOutput.ready(",");
const CLOSE = JsonOutput.ready("}");

interface LedMember extends Member {
  /** What comes before its cell. */
  readonly lead: ReadyJson;
  /** Of a column of days. */
  readonly days: DayJson | undefined;
}

function leadIn(member: Member, place: number): LedMember {
  const { name, cell } = member;
  const lead = JsonOutput.ready(`${place === 0 ? "{" : ","}${JSON.stringify(name)}:`);
  const days = cell?.writer.form === "day" ? DayJson.of(cell.writer.write) : undefined;
  return { ...member, lead, days };
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
    if (at > 0) output.put(COMMA);
    for (const { lead, write, cell, days } of members) {
      output.put(lead);
      if (cell === undefined) output.write(write(row, at));
      else if (days === undefined) putCell(output, cell.writer, row[cell.place] ?? null);
      else days.put(row[cell.place] ?? null, output);
    }
    output.put(CLOSE);
  }
  return at;
}

/** Of most cells it is known that their writer would give them back. */
function putCell(output: JsonOutput, { form, write }: CellWriter, value: Value): void {
  if (form === "number" && typeof value === "number") {
    if (!output.writeShort(value)) output.write(write(value));
  } else if (form === "text" && typeof value === "string") output.writeText(value);
  else output.write(write(value));
}

/** Assigning members one by one gives all rows one hidden shape, which makes them several times cheaper. */
function writeRow(members: readonly Member[], row: Row, at: number): ResultRow {
  const cells: Record<string, JsonValue> = {};
  for (const { name, write, cell } of members)
    cells[name] = cell === undefined ? write(row, at) : writeCell(cell.writer, row[cell.place] ?? null);
  return cells;
}

function writeCell({ form, write }: CellWriter, value: Value): JsonValue {
  return form === "text" && typeof value === "string" ? value : write(value);
}

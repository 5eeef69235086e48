import type { ColumnDefinition } from "../../schema/index.ts";
import type { Row } from "../../storage/index.ts";
import type { JsonValue } from "../../values/index.ts";
import type { Call } from "../calls/call.ts";
import type { ResultRow } from "../calls/result.ts";
import type { ValueWriter } from "../wires/wire-form.ts";
import { type AnsweredPart, encodeJson } from "./answered-rows.ts";

/** One member of every row: its cell of a row, which is the `at`-th of the part. */
export interface Member {
  readonly name: string;
  readonly write: WriteMember;
  /** The same on the wire `typed`; undefined where it is written alike. */
  readonly writeTyped?: WriteMember | undefined;
}

/** Writes what a row, which is the `at`-th of its part, is answered; undefined leaves the member out. */
type WriteMember = (row: Row, at: number) => JsonValue | undefined;

/** The member without the cells that are hidden. */
export function withoutHidden(member: Member, isHidden: readonly boolean[] | undefined): Member {
  if (isHidden === undefined) return member;
  const { name, write, writeTyped = write } = member;
  const unlessHidden =
    (own: WriteMember): WriteMember =>
    (row, at) =>
      isHidden[at] ? undefined : own(row, at);
  return { name, write: unlessHidden(write), writeTyped: unlessHidden(writeTyped) };
}

/** The member of a cell that the row has. */
export function cellMember(
  name: string,
  place: number,
  write: ValueWriter,
  writeTyped: ValueWriter = write,
): Member {
  return {
    name,
    write: (row) => write(row[place] ?? null),
    writeTyped: (row) => writeTyped(row[place] ?? null),
  };
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
    return this.#objectsFrom(0, this.#rows.length);
  }

  makeTyped(at: number): ResultRow {
    const typed = this.#members.map(({ name, write, writeTyped = write }) => ({ name, write: writeTyped }));
    return writeRow(typed, this.#rows[at] as Row, at);
  }

  *pieces(before: string, after: string): Iterable<Uint8Array> {
    if (before !== "") yield encodeJson(before);
    let size = FIRST_ROWS;
    for (let first = 0; first < this.#rows.length; ) {
      const list = encodeJson(JSON.stringify(this.#objectsFrom(first, first + size)));
      list[0] = COMMA; // in place of the bracket, as is the end
      yield list.subarray(first === 0 ? 1 : 0, -1);
      first += size;
      size = Math.max(1, Math.round((size * PIECE) / list.length)); // rows of a table are about equally long
    }
    if (after !== "") yield encodeJson(after);
  }

  #objectsFrom(first: number, end: number): ResultRow[] {
    const objects: ResultRow[] = [];
    for (let at = first; at < end && at < this.#rows.length; at++)
      objects.push(writeRow(this.#members, this.#rows[at] as Row, at));
    return objects;
  }
}

/** Characters that are sent together: enough to pay for it, few enough to be written in a moment. */
const PIECE = 64 * 1024;
const FIRST_ROWS = 16;
const COMMA = 0x2c;

/** Assigning members one by one gives all rows one hidden shape, which makes them several times cheaper. */
function writeRow(members: readonly Member[], row: Row, at: number): ResultRow {
  const cells: Record<string, JsonValue> = {};
  for (const { name, write } of members) {
    const cell = write(row, at);
    if (cell !== undefined) cells[name] = cell;
  }
  return cells;
}

/** How the values of a column are written on the wire of the call. */
export function valueWriterOf(
  { answer: { wire }, read: { context } }: Pick<Call, "answer" | "read">,
  column: ColumnDefinition,
): ValueWriter {
  return wire.writerOf(column, context.locale);
}

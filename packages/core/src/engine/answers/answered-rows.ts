import { type Diagnostic, joinDiagnostics } from "../../diagnostics/index.ts";
import type { Meter, Task } from "../../expression/parts.ts";
import type { ColumnDefinition, VirtualColumnDefinition } from "../../schema/index.ts";
import type { Row, RowBatches, RowGroup } from "../../storage/index.ts";
import type { JsonValue } from "../../values/index.ts";
import type { Call } from "../calls/call.ts";
import type { Accepted, ResultRow } from "../calls/result.ts";
import type { ValueWriter } from "../wires/wire-form.ts";

/** The rows of a result as a JSON array in UTF-8, which is a fraction of the work and room of objects and a text. */
export interface JsonRows {
  readonly count: number;
  /** The array in pieces of some 64 KB, each written when it is asked for, so that others may have their turn between. */
  pieces(): Iterable<Uint8Array>;
}

/** Rows that follow one another in an answer. */
export interface AnsweredPart {
  readonly count: number;
  makeObjects(): readonly ResultRow[];
  /** The `at`-th row as on the wire `typed`; missing of rows that are kept as JSON. */
  makeTyped?(at: number): ResultRow;
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
    if (this.#objects !== undefined) return this.#objects;
    const [first] = this.#parts;
    const objects =
      first !== undefined && this.#parts.length === 1
        ? first.makeObjects()
        : this.#parts.flatMap((part) => part.makeObjects());
    this.#objects = objects;
    return objects;
  }

  /** The `at`-th row as on the wire `typed`. */
  typedRow(at: number): ResultRow | undefined {
    let first = 0;
    for (const part of this.#parts) {
      if (at < first + part.count) return part.makeTyped?.(at - first);
      first += part.count;
    }
    return undefined;
  }

  *pieces(): Iterable<Uint8Array> {
    const last = this.#parts.length - 1;
    if (last < 0) yield encodeJson("[]");
    for (const [at, part] of this.#parts.entries())
      yield* part.pieces(at === 0 ? "[" : ",", at === last ? "]" : "");
  }
}

/** What rows were made from, which a copy of their result has too. */
const writtenFrom = new WeakMap<readonly ResultRow[], AnsweredRows>();

/** The `at`-th row of an answer as the wire `typed` has it, whatever wire the answer is for. */
export function typedRowOf({ rows }: Accepted, at: number): ResultRow | undefined {
  return writtenFrom.get(rows)?.typedRow(at) ?? rows[at];
}

/** For a program that passes rows on without looking at them, such as a server: `result.rows` is then never made. */
export function jsonRowsOf(result: Accepted): JsonRows {
  return (
    jsonRows.get(result) ?? {
      count: result.rows.length,
      pieces: () => [encodeJson(JSON.stringify(result.rows))],
    }
  );
}

/**
 * A result whose rows, unless they are few, are made into objects when they are first looked at. The caller learns what the call
 * warns of from its beginning, and then what the stages found.
 */
export function accepted(
  call: Pick<Call, "answer">,
  rows: AnsweredRows,
  ...found: readonly (readonly Diagnostic[])[]
): Accepted {
  const warnings = joinDiagnostics(call.answer.warnings, ...found);
  if (rows.count <= FEW) return { ok: true, rows: objectsOf(rows, call), warnings };
  const result: Accepted = {
    ok: true,
    get rows() {
      return objectsOf(rows, call);
    },
    warnings,
  };
  Object.defineProperty(result, INSPECT, { value: () => ({ ...result }) });
  jsonRows.set(result, rows);
  return result;
}

/** Of rows that are looked at, and whose wire is another than `typed`, it is noted what they were made from. */
function objectsOf(rows: AnsweredRows, { answer: { keepsJson, wire } }: Pick<Call, "answer">) {
  const { objects } = rows;
  if (!keepsJson && wire.name !== "typed") writtenFrom.set(objects, rows);
  return objects;
}

/** To put off making so few would cost more than making them. */
const FEW = 100;

/** What Node calls to print an object: it would show a getter, and people want to see the rows. */
const INSPECT = Symbol.for("nodejs.util.inspect.custom");

/** A result that was copied since is not among them, and its rows are taken as they are. */
const jsonRows = new WeakMap<Accepted, JsonRows>();

/** Every platform has it, though it is not of the language. */
declare const TextDecoder: new () => { decode(bytes: Uint8Array, options: { stream: boolean }): string };
declare const TextEncoder: new () => { encode(text: string): Uint8Array<ArrayBuffer> };

function encodeJson(json: string): Uint8Array {
  return encoder.encode(json);
}

const encoder = new TextEncoder();

/** Writes the JSON of rows, which is kept in their place. */
export function* jsonPartOf(part: AnsweredPart, { timeSlice }: Meter): Task<AnsweredPart> {
  const pieces: Uint8Array[] = [];
  for (const piece of part.pieces("", "")) {
    pieces.push(piece);
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
    if (before !== "") yield encodeJson(before);
    yield* this.#pieces;
    if (after !== "") yield encodeJson(after);
  }
}

/** Rows on their way into an answer. */
export interface FoundBatches extends RowBatches {
  /** Virtual columns whose cells come after the numbers of the rows; known when the first batch has come. */
  readonly computed?: readonly VirtualColumnDefinition[];
  /** The groups of the rows where the store has made them; known when the rows were read, which are none then. */
  readonly groups?: AsyncIterable<readonly RowGroup[]> | undefined;
}

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

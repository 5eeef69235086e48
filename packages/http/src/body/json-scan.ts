import { isHeldExactly } from "@tablewright/core";
import type { Limits } from "../limits.ts";
import { ObjectNames } from "./object-names.ts";

/** What JSON text says and a parsed value would not show. */
export interface JsonError {
  /** A member given twice, one whose name reaches into prototypes, or a number that no double holds. */
  readonly kind: "duplicate" | "unsafe" | "number";
  /** The name, or the number as sent. */
  readonly text: string;
  /** Members and positions from 0, from the root to the object that has the member, or to the number. */
  readonly path: readonly (string | number)[];
}

/** What a text may have. Rows may have a member `constructor` where a table has a column of that name; no other object may. */
export type JsonLimits = Pick<Limits, "bodyNesting" | "bodyMembers"> & {
  readonly constructorInRows?: boolean;
};

/**
 * One pass over JSON in UTF-8 before it is parsed: how deep it is nested, so that a deep body costs no more than a flat
 * one, and errors that parsing hides. Text that is not JSON is taken for something like it; the parser judges that.
 */
export class JsonScan {
  /** The first ones; they hold only when the text is JSON. */
  readonly errors: JsonError[] = [];
  /** The limit that was passed; the rest is not looked at. */
  passed: "bodyNesting" | "bodyMembers" | undefined;
  readonly #bytes: Buffer;
  readonly #limits: JsonLimits;
  readonly #names: ObjectNames[] = [];
  /** By depth: how many commas of a list have been read, and below 0 an object. */
  readonly #positions: number[] = [OBJECT];
  #at = 0;
  #depth = 0;
  #isNameNext = false;

  constructor(bytes: Uint8Array, limits: JsonLimits) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#limits = limits;
  }

  /** Reads on to about `until`, so that a long text can be read in parts. True when there is no more to be read. */
  advance(until = this.#bytes.length): boolean {
    const bytes = this.#bytes;
    let at = this.#at;
    while (at < until && this.passed === undefined) {
      const byte = bytes[at++] as number;
      if (byte === QUOTE) at = this.#readText(at);
      else if (byte === COMMA) this.#readComma();
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.#open(byte === OPEN_BRACE);
      else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) this.#close();
      else if ((byte >= ZERO && byte <= NINE) || byte === MINUS) at = this.#readNumber(at);
    }
    this.#at = at;
    return at >= bytes.length || this.passed !== undefined;
  }

  /** The offset after the text whose quote was read. */
  #readText(start: number): number {
    const bytes = this.#bytes;
    if (this.#isNameNext) {
      const end = this.#names[this.#depth]?.follow(start);
      if (end !== undefined) {
        this.#isNameNext = false;
        return end;
      }
    }
    let at = start;
    let isEscaped = false;
    for (let byte = bytes[at]; byte !== QUOTE && byte !== undefined; byte = bytes[++at]) {
      if (byte !== BACKSLASH) continue;
      isEscaped = true;
      at++;
    }
    if (this.#isNameNext) {
      this.#isNameNext = false;
      this.#addName(start, at, isEscaped);
    }
    return at + 1;
  }

  #addName(start: number, end: number, isEscaped: boolean): void {
    const names = this.#names[this.#depth];
    const error = names?.add(start, end, isEscaped);
    if (error !== undefined) this.#report(error.kind, error.name, this.#depth);
    if (names !== undefined && names.count > this.#limits.bodyMembers) this.passed = "bodyMembers";
  }

  #readComma(): void {
    const position = this.#positions[this.#depth] as number;
    if (position === OBJECT) this.#isNameNext = true;
    else this.#positions[this.#depth] = position + 1;
  }

  #open(isObject: boolean): void {
    const depth = ++this.#depth;
    if (depth > this.#limits.bodyNesting) this.passed = "bodyNesting";
    this.#positions[depth] = isObject ? OBJECT : 0;
    this.#isNameNext = isObject;
    if (isObject) this.#openNames(depth);
  }

  #openNames(depth: number): void {
    this.#names[depth] ??= new ObjectNames(this.#bytes);
    this.#names[depth].open(this.#limits.constructorInRows === true && this.#isRow(depth));
  }

  /** Whether an object of this depth is an item of the member `Rows`, in any case. */
  #isRow(depth: number): boolean {
    if (depth !== ROW_DEPTH || this.#positions[ROW_DEPTH - 1] === OBJECT) return false;
    return this.#positions[1] === OBJECT && this.#names[1]?.latest()?.toLowerCase() === "rows";
  }

  #close(): void {
    if (this.#depth > 0) this.#depth--;
    this.#isNameNext = false;
  }

  /** The offset after the number whose first sign was read. Few digits always fit. */
  #readNumber(second: number): number {
    const bytes = this.#bytes;
    let at = second;
    let hasExponent = false;
    for (;;) {
      const byte = bytes[at] as number;
      if ((byte | 0x20) === SMALL_E) hasExponent = true;
      else if (!((byte >= ZERO && byte <= NINE) || byte === POINT || byte === MINUS || byte === PLUS)) break;
      at++;
    }
    if (hasExponent || at - second >= ALWAYS_HELD) this.#judgeNumber(second - 1, at);
    return at;
  }

  #judgeNumber(start: number, end: number): void {
    const text = this.#bytes.toString("latin1", start, end);
    if (!isHeldExactly(text)) this.#report("number", text, this.#depth + 1);
  }

  #report(kind: JsonError["kind"], text: string, depth: number): void {
    if (this.errors.length >= MOST_ERRORS) return;
    const path = this.#positions.slice(1, depth).map((position, at) => {
      return position === OBJECT ? (this.#names[at + 1]?.latest() ?? "") : position;
    });
    this.errors.push({ kind, text, path });
  }
}

/** The body is at depth 1, its members at 2. */
const ROW_DEPTH = 3;

const MOST_ERRORS = 20;

/** Signs of a number, of which at most so many are digits. */
const ALWAYS_HELD = 15;

const OBJECT = -1;
const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const SMALL_E = 0x65;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

import type { JsonValue } from "../../values/index.ts";

/**
 * JSON as UTF-8, put together value by value: what it holds is what `JSON.stringify` would write. Plain texts and numbers,
 * of which answers are made, go in digit by digit, which costs a fraction of making texts to be encoded afterwards.
 */
export class JsonOutput {
  #bytes: Uint8Array<ArrayBuffer> = NO_BYTES;
  #view = new DataView(NO_BYTES.buffer);
  #length = 0;
  /** Room that is made at once; there is always room for more. */
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  static bytesOf(json: string): Uint8Array<ArrayBuffer> {
    const output = new JsonOutput(json.length);
    output.putText(json);
    return output.take();
  }

  /** JSON that is to be put again and again. */
  static ready(json: string): ReadyJson {
    const bytes = JsonOutput.bytesOf(json);
    const words = new Int32Array(Math.ceil(bytes.length / 4));
    const view = new DataView(words.buffer);
    for (const [at, byte] of bytes.entries()) view.setUint8(at, byte);
    return { words: words.map((_, at) => view.getInt32(at * 4, true)), length: bytes.length };
  }

  /** Bytes held. */
  get length(): number {
    return this.#length;
  }

  /** The bytes held; the output goes on with others, so they are the taker's. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.#bytes.subarray(0, this.#length);
    this.#bytes = NO_BYTES;
    this.#length = 0;
    return taken;
  }

  /** Puts JSON that was made ready, four bytes at a time. */
  put({ words, length }: ReadyJson): void {
    this.#room(words.length * 4);
    const view = this.#view;
    const start = this.#length;
    for (let at = 0; at < words.length; at++) view.setInt32(start + at * 4, words[at] as number, true);
    this.#length = start + length;
  }

  write(value: JsonValue): void {
    if (typeof value === "string") this.#writeText(value);
    else if (typeof value === "number") this.#writeNumber(value);
    else this.putText(JSON.stringify(value));
  }

  #writeText(text: string): void {
    const bytes = this.#room(text.length + 2);
    const start = this.#length + 1;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code < SPACE || code > TILDE || code === QUOTE || code === BACKSLASH) {
        this.putText(JSON.stringify(text));
        return;
      }
      bytes[start + at] = code;
    }
    bytes[start - 1] = QUOTE;
    bytes[start + text.length] = QUOTE;
    this.#length = start + text.length + 1;
  }

  #writeNumber(number: number): void {
    if (number > -LARGEST && number < LARGEST) {
      const whole = number | 0;
      if (whole === number) {
        this.#writeUnits(whole, 0);
        return;
      }
      const hundredths = Math.round(number * 100) | 0;
      if (hundredths / 100 === number) {
        if (hundredths % 10 === 0) this.#writeUnits((hundredths / 10) | 0, 1);
        else this.#writeUnits(hundredths, 2);
        return;
      }
    }
    this.putText(JSON.stringify(number));
  }

  /** A whole number of units, tenths or hundredths; the last are the shortest text of the number they make. */
  #writeUnits(units: number, decimals: number): void {
    const bytes = this.#room(LONGEST_UNITS);
    let at = this.#length;
    let rest = units;
    if (units < 0) {
      bytes[at++] = MINUS;
      rest = -units | 0;
    }
    let digits = 1 + decimals;
    for (let bound = POWERS[digits] as number; bound <= rest; bound = POWERS[digits] as number) digits++;
    at += decimals === 0 ? digits : digits + 1;
    this.#length = at;
    for (let left = decimals; left > 0; left--) {
      const tens = (rest / 10) | 0;
      bytes[--at] = ZERO + rest - tens * 10;
      rest = tens;
    }
    if (decimals > 0) bytes[--at] = POINT;
    for (let left = digits - decimals; left > 0; left--) {
      const tens = (rest / 10) | 0;
      bytes[--at] = ZERO + rest - tens * 10;
      rest = tens;
    }
  }

  /** Puts JSON as it is; it has no half of a surrogate pair, which JSON can escape. */
  putText(json: string): void {
    const bytes = this.#room(json.length * 3);
    let end = this.#length;
    for (let at = 0; at < json.length; at++) {
      const code = json.codePointAt(at) as number;
      if (code < 0x80) bytes[end++] = code;
      else {
        if (code < 0x800) bytes[end++] = 0xc0 | (code >> 6);
        else {
          if (code < 0x10000) bytes[end++] = 0xe0 | (code >> 12);
          else {
            bytes[end++] = 0xf0 | (code >> 18);
            bytes[end++] = 0x80 | ((code >> 12) & 63);
            at++;
          }
          bytes[end++] = 0x80 | ((code >> 6) & 63);
        }
        bytes[end++] = 0x80 | (code & 63);
      }
    }
    this.#length = end;
  }

  /** The bytes, with room for so many more. */
  #room(count: number): Uint8Array<ArrayBuffer> {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return this.#bytes;
    const larger = new Uint8Array(Math.max(needed, this.#bytes.length * 2, this.#size));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
    return larger;
  }
}

/** JSON in words of four bytes, the first byte lowest; what the last has beyond the length is overwritten. */
export interface ReadyJson {
  readonly words: Int32Array;
  readonly length: number;
}

const NO_BYTES = new Uint8Array(0);
const SPACE = 0x20;
const QUOTE = 0x22;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const BACKSLASH = 0x5c;
const TILDE = 0x7e;
/** A hundred times as much is still a 32-bit number. */
const LARGEST = 21_000_000;
/** A sign, ten digits and a point. */
const LONGEST_UNITS = 12;
/** By exponent. */
const POWERS = Float64Array.from({ length: 12 }, (_, exponent) => 10 ** exponent);

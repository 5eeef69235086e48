import type { JsonValue, Value } from "../../values/index.ts";
import type { ValueWriter } from "./value-writer-of.ts";

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

  /** Puts JSON that was made ready. */
  put({ words, length }: ReadyJson): void {
    this.putWords(words, 0, length);
  }

  /** Puts so many bytes of words, from the `first` word on, four bytes at a time. */
  putWords(words: Int32Array, first: number, length: number): void {
    this.#room(length + 3);
    const view = this.#view;
    const start = this.#length;
    for (let at = 0; at < length; at += 4)
      view.setInt32(start + at, words[first + (at >> 2)] as number, true);
    this.#length = start + length;
  }

  /** Whether the number is short, and written then: whole, or of at most two decimals. */
  writeShort(number: number): boolean {
    const whole = number | 0;
    if (whole === number && whole > SMALLEST_UNITS) {
      this.#writeUnits(whole, 0);
      return true;
    }
    if (number > -LARGEST && number < LARGEST) {
      const hundredths = Math.round(number * 100) | 0;
      if (hundredths / 100 === number) {
        if (hundredths % 10 === 0) this.#writeUnits((hundredths / 10) | 0, 1);
        else this.#writeUnits(hundredths, 2);
        return true;
      }
      return false;
    }
    if (!Number.isSafeInteger(number)) return false;
    this.#writeLongWhole(number);
    return true;
  }

  write(value: JsonValue): void {
    if (typeof value === "string") this.writeText(value);
    else if (typeof value === "number") this.#writeNumber(value);
    else this.putText(JSON.stringify(value));
  }

  writeText(text: string): void {
    const bytes = this.#room(text.length + 2);
    const start = this.#length + 1;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (PLAIN[code] === 0) {
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
    if (!this.writeShort(number)) this.putText(JSON.stringify(number));
  }

  /** A whole number of units, tenths or hundredths; the last are the shortest text of the number they make. */
  #writeUnits(units: number, decimals: number): void {
    this.#room(LONGEST_UNITS);
    const view = this.#view;
    let at = this.#length;
    let rest = units;
    if (units < 0) {
      view.setInt8(at++, MINUS);
      rest = -units | 0;
    }
    if (decimals === 0) {
      this.#length = putDigits(view, at, rest);
      return;
    }
    const scale = decimals === 1 ? 10 : 100;
    const whole = (rest / scale) | 0;
    at = putDigits(view, at, whole);
    const fraction = rest - whole * scale;
    if (decimals === 1) view.setInt16(at, POINT | ((ZERO + fraction) << 8), true);
    else view.setInt32(at, (((DIGITS[fraction] as number) & ~0xffff) >>> 8) | POINT, true);
    this.#length = at + 1 + decimals;
  }

  /** A whole number of more than eight digits, the last eight of them in two words. */
  #writeLongWhole(number: number): void {
    this.#room(LONGEST_WHOLE);
    const view = this.#view;
    let at = this.#length;
    if (number < 0) view.setInt8(at++, MINUS);
    const digits = Math.abs(number);
    const above = Math.floor(digits / 1e8);
    const below = digits - above * 1e8;
    at = putDigits(view, at, above);
    const upper = (below / 10_000) | 0;
    view.setInt32(at, DIGITS[upper] as number, true);
    view.setInt32(at + 4, DIGITS[below - upper * 10_000] as number, true);
    this.#length = at + 8;
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
const QUOTE = 0x22;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const BACKSLASH = 0x5c;
/** 1 for each UTF-16 unit that is a byte of JSON as it is. */
const PLAIN = new Uint8Array(65_536).fill(1, 0x20, 0x7f);
PLAIN[QUOTE] = 0;
PLAIN[BACKSLASH] = 0;
/** A hundred times as much is still a 32-bit number. */
const LARGEST = 21_000_000;
/** It has no opposite in 32 bits. */
const SMALLEST_UNITS = -(2 ** 31);
/** A sign, ten digits, a point, and what a word of digits may have beyond them. */
const LONGEST_UNITS = 16;
/** A sign and sixteen digits. */
const LONGEST_WHOLE = 17;
/** The four digits of each number of at most four, the first lowest. */
const DIGITS = new Int32Array(10_000);
for (let number = 0; number < DIGITS.length; number++) {
  const [hundreds, tens] = [(number / 100) | 0, (number / 10) | 0];
  const digits = (hundreds / 10) | 0 | ((hundreds % 10) << 8) | ((tens % 10) << 16) | ((number % 10) << 24);
  DIGITS[number] = digits + 0x30303030;
}

/** Puts a number of at most 31 bits, four digits at a time; answers where it ends. */
function putDigits(view: DataView, start: number, number: number): number {
  if (number < 10_000) {
    const zeros = number >= 100 ? (number >= 1_000 ? 0 : 1) : number >= 10 ? 2 : 3;
    view.setInt32(start, (DIGITS[number] as number) >>> (zeros << 3), true);
    return start + 4 - zeros;
  }
  const above = (number / 10_000) | 0;
  const at = putDigits(view, start, above);
  view.setInt32(at, DIGITS[number - above * 10_000] as number, true);
  return at + 4;
}

/**
 * The JSON of days as one writer writes them, each made once: the rows of a table share few days, and writing one costs
 * several times what copying it does. Neighbouring days never share a place, so those of 44 years stay.
 */
export class DayJson {
  readonly #write: ValueWriter;
  readonly #days = new Int32Array(PLACES);
  /** 0 where a place is empty. */
  readonly #lengths = new Uint8Array(PLACES);
  readonly #words = new Int32Array(PLACES * WORDS);

  /** The writer gives the same JSON for the same value whenever it is called. */
  private constructor(write: ValueWriter) {
    this.#write = write;
  }

  static of(write: ValueWriter): DayJson {
    const existing = memories.get(write);
    if (existing !== undefined) return existing;
    const memory = new DayJson(write);
    memories.set(write, memory);
    return memory;
  }

  put(value: Value, output: JsonOutput): void {
    if (typeof value !== "number" || (value | 0) !== value) {
      output.write(this.#write(value));
      return;
    }
    const place = value & (PLACES - 1);
    if (this.#days[place] !== value || this.#lengths[place] === 0) {
      const { words, length } = JsonOutput.ready(JSON.stringify(this.#write(value)));
      if (words.length > WORDS) {
        output.put({ words, length });
        return;
      }
      this.#days[place] = value;
      this.#lengths[place] = length;
      this.#words.set(words, place * WORDS);
    }
    output.putWords(this.#words, place * WORDS, this.#lengths[place] as number);
  }
}

/** As many as a power of two, so that a mask finds the place of a day. */
const PLACES = 16_384;
/** Room for 16 bytes, which is a day in the form of most Locales; longer ones are written each time. */
const WORDS = 4;

const memories = new WeakMap<ValueWriter, DayJson>();

import type { Value } from "../../values/index.ts";
import { JsonOutput } from "./json-output.ts";
import type { ValueWriter } from "./value-writer-of.ts";

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

import { JsonByte } from "./json-bytes.ts";

/**
 * The names of the objects at one level of nesting, one object after another. Rows of a call mostly have the same names in
 * the same order: a name is first compared with the names of an object that had none twice, and as long as they follow one
 * another as they did there, none can be there twice here.
 */
export class ObjectNames {
  readonly #bytes: Buffer;
  /** Where the names of an earlier object begin and end, by turns; none of them is there twice. Longer than what is in use. */
  #earlier: number[] = [];
  #earlierLength = 0;
  #hasEarlierEscapes = false;
  /** Where in them the next name is expected. */
  #expected = 0;
  #isFollowing = true;
  /** Those of the object that is open. */
  #current: number[] = [];
  #currentLength = 0;
  #hasEscapes = false;
  /** The names of the open object, once they are too many to be compared one by one, or have escapes. */
  #own: Set<string> | undefined;
  #isSound = true;
  /** Whether "constructor" is a name like others in the open object. */
  #takesConstructor = false;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** How many members the open object has so far. */
  get count(): number {
    return this.#currentLength / 2;
  }

  /** Begins with another object, of which "constructor" is a name like others where it is taken. */
  open(takesConstructor = false): void {
    if (takesConstructor !== this.#takesConstructor) {
      this.#takesConstructor = takesConstructor;
      this.#earlierLength = 0;
    } else if (!this.#isFollowing && this.#isSound) {
      const unused = this.#earlier;
      this.#earlier = this.#current;
      this.#earlierLength = this.#currentLength;
      this.#hasEarlierEscapes = this.#hasEscapes;
      this.#current = unused;
    }
    this.#currentLength = 0;
    this.#expected = 0;
    this.#isFollowing = true;
    this.#hasEscapes = false;
    this.#own = undefined;
    this.#isSound = true;
  }

  /**
   * Takes the name whose first quote was read, where it is the next one of the earlier object; answers the offset after it.
   * Most names are, and are then read only once.
   */
  follow(start: number): number | undefined {
    if (!this.#isFollowing || this.#expected >= this.#earlierLength) return undefined;
    const from = this.#earlier[this.#expected] as number;
    const to = this.#earlier[this.#expected + 1] as number;
    const end = start + to - from;
    if (this.#bytes[end] !== JsonByte.quote || !this.#isSame(from, to, start, end)) return undefined;
    if (this.#hasEarlierEscapes) this.#hasEscapes = true;
    this.#expected += 2;
    this.#current[this.#currentLength++] = start;
    this.#current[this.#currentLength++] = end;
    return end + 1;
  }

  /** Takes a name by where it stands between its quotes; tells what is wrong with it. */
  add(start: number, end: number, isEscaped: boolean): NameError | undefined {
    if (isEscaped) this.#hasEscapes = true;
    this.#isFollowing &&= this.#isExpected(start, end);
    const kind = this.#isFollowing ? undefined : this.#judge(start, end);
    this.#current[this.#currentLength++] = start;
    this.#current[this.#currentLength++] = end;
    if (kind === undefined) return undefined;
    this.#isSound = false;
    return { kind, name: this.#nameAt(start, end) };
  }

  /** The name that was added last. */
  latest(): string | undefined {
    const last = this.#currentLength - 2;
    return this.#nameAt(this.#current[last] ?? 0, this.#current[last + 1] ?? 0);
  }

  #isExpected(start: number, end: number): boolean {
    const earlier = this.#earlier;
    const last = Math.min(this.#earlierLength, this.#expected + 2 * MOST_LEFT_OUT);
    for (let at = this.#expected; at < last; at += 2) {
      if (!this.#isSame(earlier[at] as number, earlier[at + 1] as number, start, end)) continue;
      this.#expected = at + 2;
      return true;
    }
    return false;
  }

  #judge(start: number, end: number): NameError["kind"] | undefined {
    const isFew = this.#currentLength <= 2 * FEW;
    if (this.#own === undefined && isFew && !this.#hasEscapes) {
      if (UNSAFE_LENGTHS.has(end - start) && this.#isUnsafe(this.#nameAt(start, end))) return "unsafe";
      return this.#isInCurrentList(start, end) ? "duplicate" : undefined;
    }
    this.#own ??= new Set(this.#currentNames());
    const name = this.#nameAt(start, end);
    if (this.#isUnsafe(name)) return "unsafe";
    if (this.#own.has(name)) return "duplicate";
    this.#own.add(name);
    return undefined;
  }

  #isUnsafe(name: string): boolean {
    return UNSAFE_NAMES.has(name) && !(this.#takesConstructor && name === "constructor");
  }

  #isInCurrentList(start: number, end: number): boolean {
    const current = this.#current;
    for (let at = 0; at < this.#currentLength; at += 2)
      if (this.#isSame(current[at] as number, current[at + 1] as number, start, end)) return true;
    return false;
  }

  #isSame(start: number, end: number, otherStart: number, otherEnd: number): boolean {
    if (end - start !== otherEnd - otherStart) return false;
    const bytes = this.#bytes;
    for (let at = start, other = otherStart; at < end; at++, other++)
      if (bytes[at] !== bytes[other]) return false;
    return true;
  }

  *#currentNames(): Iterable<string> {
    const current = this.#current;
    for (let at = 0; at < this.#currentLength; at += 2)
      yield this.#nameAt(current[at] as number, current[at + 1] as number);
  }

  /** Without its escapes; one that cannot be read stays as it is, because the text then is not JSON. */
  #nameAt(start: number, end: number): string {
    const written = this.#bytes.toString("utf8", start, end);
    if (!written.includes("\\")) return written;
    try {
      return JSON.parse(`"${written}"`);
    } catch {
      return written;
    }
  }
}

interface NameError {
  readonly kind: "duplicate" | "unsafe";
  readonly name: string;
}

/** Names that reach into prototypes. */
const UNSAFE_NAMES = new Set(["__proto__", "constructor"]);
const UNSAFE_LENGTHS = new Set([...UNSAFE_NAMES].map((name) => name.length));

/** So many names of the earlier object may be missing in a row before the object counts as another kind. */
const MOST_LEFT_OUT = 8;

/** So many names are compared with one another without being made into texts. */
const FEW = 32;

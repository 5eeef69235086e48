import type { JsonValue } from "@tablewright/core/expression";
import type { OtherWritings } from "./other-writings.ts";
import type { ColumnTypeName, TypeReaders } from "./type-readers.ts";

/** What the cells of one column have in common, gathered row by row. */
export class ColumnProfile {
  readonly name: string;
  /** Its place among the cells of a row. */
  readonly at: number;
  /** Types that take every cell so far. */
  readonly types: Set<ColumnTypeName>;
  readonly otherWritings: OtherWritings;
  blanks = 0;
  filled = 0;
  longest = 0;
  hasLines = false;
  /** Numbers with leading zeros, which are no numbers to people. */
  hasLeadingZeros = false;
  hasCurrency = false;
  /** Whether every number has two decimals. */
  hasCents = true;
  hasRepeats = false;
  /** Whether a text holds what joins the parts of a key. */
  hasSeparator = false;
  /** Lists of JSON, of whose items `texts` are made then. */
  lists = 0;
  /** Objects, and lists of other than single values. */
  objects = 0;
  /** The different texts, until they are too many to be of use. */
  #texts: Set<string> | undefined = new Set();

  constructor(name: string, at: number, types: Iterable<ColumnTypeName>, otherWritings: OtherWritings) {
    this.name = name;
    this.at = at;
    this.types = new Set(types);
    this.otherWritings = otherWritings;
  }

  add(cell: JsonValue | undefined, readers: TypeReaders): void {
    if (cell === undefined || cell === null || cell === "") {
      this.blanks++;
      return;
    }
    this.filled++;
    if (typeof cell === "object") {
      this.types.clear();
      this.hasRepeats = true;
      if (!Array.isArray(cell) || !readers.takesList(cell)) this.objects++;
      else for (const item of cell) this.#remember(String(item).trim());
      this.lists++;
      return;
    }
    const text = String(cell);
    this.#remember(text);
    this.longest = Math.max(this.longest, text.length);
    this.hasSeparator ||= text.includes(": ");
    this.hasLines ||= text.includes("\n");
    this.hasLeadingZeros ||= /^[+-]?0\d/u.test(text);
    this.hasCurrency ||= /\p{Sc}/u.test(text);
    this.hasCents &&= /[.,]\d\d\D*$/u.test(text);
    this.otherWritings.add(cell, readers);
    for (const type of this.types) if (!readers.takes(type, cell)) this.types.delete(type);
  }

  /** Whether every row has a value of its own. */
  get isUnique(): boolean {
    return this.blanks === 0 && this.filled > 0 && !this.hasRepeats && this.#texts !== undefined;
  }

  /** The different texts; undefined where they were too many. */
  get texts(): ReadonlySet<string> | undefined {
    return this.#texts;
  }

  #remember(text: string): void {
    if (this.#texts === undefined) return;
    if (this.#texts.has(text)) this.hasRepeats = true;
    else this.#texts.add(text);
    if (this.#texts.size > (this.hasRepeats ? MOST_REPEATED : MOST_UNIQUE)) this.#texts = undefined;
  }
}

/** More different texts than these, and the column refers to no table that a person would look over. */
const MOST_REPEATED = 200_000;

/** As many keys are held to see whether one comes twice. */
const MOST_UNIQUE = 2_000_000;

/** A scalar as the text writes it. */
export interface WrittenScalar {
  readonly value: unknown;
  /** As it is written, without quotes. */
  readonly source?: string;
  readonly type?: "BLOCK_FOLDED" | "BLOCK_LITERAL" | "PLAIN" | "QUOTE_DOUBLE" | "QUOTE_SINGLE";
  /** Where it begins, where its value ends, and where what follows begins. */
  readonly range?: readonly [start: number, end: number, next: number] | null;
}

/** Where the characters of a source are in the text of the definition; the source is a scalar's value, or made of it. */
export interface SourceText {
  readonly text: string;
  readonly scalar: WrittenScalar;
  /** Of the scalar. */
  readonly value: string;
  /** Whether each visible character of the value was found; an escape by number hides one. */
  readonly isExact: boolean;
  /** The place of the character at `offset` of the source; the scalar's start where it cannot be known. */
  toText(offset: number): number;
  /** The place after the last visible character before `offset` of the source. */
  endToText(offset: number): number;
  /** The offset in the source of a cursor at `at` of the text; -1 where the source has nothing of what is there. */
  toValue(at: number): number;
  /** The offset in the scalar's value of the character at `offset`; undefined for one that the scalar does not have. */
  toScalar(offset: number): number | undefined;
}

/**
 * Where the characters of a scalar's value are in the text of the definition. YAML folds lines and drops indentation, but it
 * keeps every visible character, so those are counted.
 */
export class ScalarText implements SourceText {
  readonly text: string;
  readonly scalar: WrittenScalar;
  readonly value: string;
  readonly isExact: boolean;
  /** Offsets of visible characters in the value, and where each begins and ends in the text. */
  readonly #inValue: readonly number[];
  readonly #starts: readonly number[];
  readonly #ends: readonly number[];
  readonly #bodyStart: number;

  constructor(text: string, scalar: WrittenScalar) {
    this.text = text;
    this.scalar = scalar;
    this.value = typeof scalar.value === "string" ? scalar.value : (scalar.source ?? "");
    this.#bodyStart = bodyStart(text, scalar);
    const inText = visibleUnits(text, scalar, this.#bodyStart);
    this.#inValue = visibleOffsets(this.value);
    this.#starts = inText?.starts ?? [];
    this.#ends = inText?.ends ?? [];
    this.isExact = inText !== undefined && this.#starts.length >= this.#inValue.length;
  }

  toText(offset: number): number {
    const [start = 0] = this.scalar.range ?? [];
    if (!this.isExact) return start;
    const next = firstFrom(this.#inValue, offset);
    const isBehind = next === this.#inValue.length;
    return isBehind ? (this.#ends[next - 1] ?? start) : (this.#starts[next] ?? start);
  }

  endToText(offset: number): number {
    return this.#ends[firstFrom(this.#inValue, offset) - 1] ?? this.toText(offset);
  }

  /** Blanks in the value are as many as are in the text, at most. */
  toValue(at: number): number {
    let count = firstFrom(this.#ends, at);
    if (this.#ends[count] === at) count += 1;
    const behind = count === 0 ? 0 : (this.#inValue[count - 1] ?? 0) + 1;
    const textBehind = count === 0 ? this.#bodyStart : (this.#ends[count - 1] ?? at);
    const next = this.#inValue[count] ?? this.value.length;
    return Math.max(behind, Math.min(behind + at - textBehind, next));
  }

  toScalar(offset: number): number {
    return offset;
  }
}

/** A piece of a source that is made of a scalar. */
export interface SourcePiece {
  readonly text: string;
  /** Where it is in the scalar's value; undefined for what the scalar does not say. */
  readonly start: number | undefined;
  /** How many characters of the value it stands for, where these are others. */
  readonly length?: number;
}

/** Where the characters of a source are that is made of a scalar: of a cell of a decision table, which leaves out its input. */
export class PiecedText implements SourceText {
  readonly text: string;
  readonly scalar: WrittenScalar;
  readonly value: string;
  readonly isExact: boolean;
  readonly #whole: ScalarText;
  /** With the offset of the source at which each begins. */
  readonly #pieces: readonly (SourcePiece & { readonly from: number })[];

  constructor(whole: ScalarText, pieces: readonly SourcePiece[]) {
    const { text, scalar, value, isExact } = whole;
    this.text = text;
    this.scalar = scalar;
    this.value = value;
    this.isExact = isExact;
    this.#whole = whole;
    let from = 0;
    this.#pieces = pieces.map((piece) => {
      const placed = { ...piece, from };
      from += piece.text.length;
      return placed;
    });
  }

  toText(offset: number): number {
    const said = this.#pieces.filter(({ start }) => start !== undefined);
    const piece = said.find(({ text, from }) => offset < from + text.length);
    if (piece === undefined) {
      const { start = 0, text = "", length = text.length } = said.at(-1) ?? {};
      return this.#whole.endToText(start + length);
    }
    const within = piece.length === undefined ? Math.max(0, offset - piece.from) : 0;
    return this.#whole.toText((piece.start ?? 0) + within);
  }

  endToText(offset: number): number {
    const piece = this.#pieces.findLast(({ start, from }) => start !== undefined && from < offset);
    if (piece === undefined) return this.toText(offset);
    const { start = 0, text, from, length = Math.min(offset - from, text.length) } = piece;
    return this.#whole.endToText(start + length);
  }

  toValue(at: number): number {
    const offset = this.#whole.toValue(at);
    const piece = this.#pieces.find(
      ({ start, text, length = text.length }) =>
        start !== undefined && start <= offset && offset <= start + length,
    );
    return piece === undefined ? -1 : piece.from + Math.min(offset - (piece.start ?? 0), piece.text.length);
  }

  toScalar(offset: number): number | undefined {
    const piece = this.#pieces.find(({ text, from }) => offset < from + text.length);
    if (piece?.start === undefined || piece.length !== undefined) return undefined;
    return piece.start + offset - piece.from;
  }
}

/** The position of the first of the ascending numbers that is not below `least`. */
function firstFrom(numbers: readonly number[], least: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

function visibleOffsets(value: string): readonly number[] {
  const offsets: number[] = [];
  for (let at = 0; at < value.length; at++) if (isInk(value, at)) offsets.push(at);
  return offsets;
}

/** Undefined where an escape by number hides a character. */
function visibleUnits(
  text: string,
  scalar: WrittenScalar,
  from: number,
): { readonly starts: readonly number[]; readonly ends: readonly number[] } | undefined {
  const starts: number[] = [];
  const ends: number[] = [];
  const [, end = text.length] = scalar.range ?? [];
  for (let at = from; at < end; ) {
    const length = unitsOfNext(text, at, scalar.type);
    if (length === undefined) return undefined;
    if (isVisible(text, at, length)) {
      starts.push(at);
      ends.push(at + length);
    }
    at += length;
  }
  return { starts, ends };
}

/** After the opening quote or the header line of a block. */
function bodyStart(text: string, { type, range }: WrittenScalar): number {
  const [start = 0] = range ?? [];
  if (type === "QUOTE_DOUBLE" || type === "QUOTE_SINGLE") return start + 1;
  const isBlock = type === "BLOCK_LITERAL" || type === "BLOCK_FOLDED";
  return isBlock ? text.indexOf("\n", start) + 1 : start;
}

/** Units of the text that make one unit of the value; undefined for an escape by number. */
function unitsOfNext(text: string, at: number, type: WrittenScalar["type"]): number | undefined {
  if (type === "QUOTE_SINGLE" && text.startsWith("''", at)) return 2;
  if (type !== "QUOTE_DOUBLE" || text[at] !== "\\") return 1;
  return /["\\/nrt \n\r]/.test(text[at + 1] ?? "") ? 2 : undefined;
}

function isVisible(text: string, at: number, length: number): boolean {
  if (length === 2 && text[at] === "\\") return /["\\/]/.test(text[at + 1] ?? "");
  return isInk(text, at);
}

/** As `\S`, which is asked only about letters beyond ASCII: there may be a million units. */
function isInk(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit > 0x20 && unit < 0x80) return true;
  return /\S/.test(text[at] ?? "");
}

import { localeForms, matchAt, readDecimal, significantDigits, toCanonical } from "../../values/index.ts";

/** A number in a text: its value and its place, without its minus sign. */
export interface FoundNumber extends ReadNumber {
  readonly start: number;
}

/**
 * The numbers of a text, in digits of the Locale's form ("1,234.5") or in English words ("three and a half"), each read
 * as far as it goes: "twenty one" is one number, "two four" are two. Linear in the length of the text; undefined now and
 * then, so that who reads a long text comes to pause where it has no numbers.
 */
export function* numbersIn(text: string, locale: string): Generator<FoundNumber | undefined> {
  let readUpTo = 0;
  let heads = 0;
  const pattern = localeForms(locale)?.decimalSign === "," ? HEAD_WITH_COMMA : HEAD;
  for (const { 0: head, index } of text.matchAll(pattern)) {
    if (++heads % HEADS === 0) yield undefined;
    if (index < readUpTo) continue;
    for (const match of LETTER.test(head)
      ? wordsAt(text, index, head)
      : digitsAt(text, index, head, locale)) {
      readUpTo = match.end;
      yield match;
    }
  }
}

/** Words that are looked at in a moment. */
const HEADS = 256;

/** A run of digits with signs inside, a decimal sign before them where nothing precedes it; a fraction sign; or a word. */
function headPattern(decimalSigns: string): RegExp {
  return new RegExp(
    String.raw`(?:(?<=^|[\s([{=<>~+\u2212\p{Sc}-])[${decimalSigns}])?\d+(?:[.,'\u2019\u00a0\u2009\u202f]\d+)*|${FRACTION_SIGNS}|\p{L}+`,
    "gu",
  );
}

const FRACTION_SIGNS = "[\u00bc-\u00be\u2153-\u215e]";
const HEAD = headPattern(".");
/** ".5" is a half there too: it never means five. */
const HEAD_WITH_COMMA = headPattern(".,");
const LETTER = /^\p{L}/u;

function* wordsAt(text: string, start: number, head: string): Generator<FoundNumber> {
  if (numberWord(head) === undefined && !/^(?:an?|half)$/i.test(head)) return;
  const read = readNumberWords(text, start);
  if (read === undefined || isPronoun(text, start, read.end)) return;
  const { value, end } = finish(text, read, /^half$/i.test(head));
  yield { value: isNegative(text, start, MINUS_WORD) ? 0 - value : value, start, end };
}

/** "No one", "this one" and their kin are no numbers. */
function isPronoun(text: string, start: number, end: number): boolean {
  if (end - start !== 3 || text.slice(start, end).toLowerCase() !== "one") return false;
  return /(?:^|\s)(?:any|each|every|no|some|that|the|this|which)\s$/i.test(
    text.slice(Math.max(0, start - 8), start),
  );
}

function* digitsAt(text: string, start: number, run: string, locale: string): Generator<FoundNumber> {
  const sign = isNegative(text, start, MINUS) ? -1 : 1;
  const fraction = fractionAt(text, start);
  if (fraction !== undefined) {
    yield { value: sign * fraction.value, start, end: fraction.end };
    return;
  }
  for (const part of readRun(run, locale)) {
    const read = { value: part.value, end: start + part.end };
    const { value, end } = part.end === run.length ? finish(text, read, true) : read;
    yield { value: (part.start === 0 ? sign * value : value) + 0, start: start + part.start, end };
  }
}

/** A run such as "1,234.5" is one number of the Locale; "1,2,3" and "1.2.3" are not, but their parts are. */
function* readRun(run: string, locale: string): Generator<FoundNumber> {
  const whole = readShort(run, locale);
  if (whole !== null) return yield { value: whole, start: 0, end: run.length };
  if (/^[.,]/.test(run)) return;
  const parts = localeForms(locale)?.decimalSign === "," ? /\d+(?:,\d+)*/g : /\d+(?:\.\d+)*/g;
  for (const { 0: part, index } of run.matchAll(parts)) {
    const value = readShort(part, locale);
    const numbers = value === null ? part.matchAll(/\d+/g) : [{ 0: part, index: 0 }];
    for (const { 0: digits, index: within } of numbers) {
      const number = readShort(digits, locale);
      const start = index + within;
      if (number !== null) yield { value: number, start, end: start + digits.length };
    }
  }
}

/** A number of more than 15 digits is a code of some kind. */
function readShort(text: string, locale: string): number | null {
  return significantDigits(text) > 15 ? null : readDecimal(text, locale);
}

/** A minus sign that follows nothing it could be a hyphen of, or the word. */
const MINUS = /(?:(?<![\p{L}\p{M}\p{N}\])}.,%-])[-\u2212]|(?<![\p{L}\p{N}-])(?:minus|negative)\s)$/iu;
const MINUS_WORD = /(?<![\p{L}\p{N}-])(?:minus|negative)\s$/iu;

function isNegative(text: string, start: number, pattern: RegExp): boolean {
  return pattern.test(text.slice(Math.max(0, start - 10), start));
}

/** "½" or "1 ½" at a place of a text. */
function fractionAt(text: string, start: number): ReadNumber | undefined {
  const match = matchAt(FRACTION, text, start);
  if (match === undefined) return undefined;
  const [above, below] = (match[2] ?? "").normalize("NFKC").split("\u2044");
  return {
    value: toCanonical(Number(match[1] ?? 0) + Number(above) / Number(below)),
    end: start + match[0].length,
  };
}

const FRACTION = new RegExp(`(?:(\\d{1,6}) ?)?(${FRACTION_SIGNS})`, "uy");

/** The number with what may follow it: "2 million" after digits, "and a half", "point five". */
function finish(text: string, read: ReadNumber, takesScale: boolean): ReadNumber {
  const scale = takesScale ? matchAt(SCALE, text, read.end) : undefined;
  if (scale !== undefined) {
    const value = read.value * (numberWord(scale[1] ?? "")?.value ?? 1);
    return Number.isFinite(value) ? { value: toCanonical(value), end: read.end + scale[0].length } : read;
  }
  if (!Number.isSafeInteger(read.value)) return read;
  const point = matchAt(POINT, text, read.end);
  if (point !== undefined) {
    const decimals = (point[1] ?? "")
      .trim()
      .split(/\s/)
      .map((word) => numberWord(word)?.value);
    return { value: Number(`${read.value}.${decimals.join("")}`), end: read.end + point[0].length };
  }
  const part = matchAt(PART, text, read.end);
  if (part === undefined) return read;
  const added = part[1] === undefined ? 0.75 : part[1].toLowerCase() === "half" ? 0.5 : 0.25;
  return { value: read.value + added, end: read.end + part[0].length };
}

const SCALE = /[\s-](hundred|thousand|million|billion|trillion|dozen)(?!\p{L})/iuy;
const POINT = /\spoint((?:\s(?:zero|one|two|three|four|five|six|seven|eight|nine)(?!\p{L})){1,10})/iuy;
const PART = /\sand\s(?:(?:(?:a|one)\s)?(half|quarter)|three\squarters)(?!\p{L})/iuy;

/** A number that was read, and where the text goes on after it. */
interface ReadNumber {
  readonly value: number;
  readonly end: number;
}

/** The number that the English words from `start` on name, as far as they belong together; undefined when they name none. */
function readNumberWords(text: string, start: number): ReadNumber | undefined {
  const half = matchAt(HALF, text, start);
  if (half !== undefined) return { value: 0.5, end: start + half[0].length };
  const sum = new Sum();
  let at = start;
  const article = matchAt(ARTICLE, text, start);
  if (article !== undefined) {
    sum.add({ kind: "digit", value: 1 });
    at += article[0].length;
  }
  let end = start;
  for (
    let next = matchAt(article === undefined ? FIRST : NEXT, text, at);
    next;
    next = matchAt(NEXT, text, at)
  ) {
    const word = numberWord(next[2] ?? "");
    if (word === undefined || !sum.accepts(word, Boolean(next[1]))) break;
    sum.add(word);
    at += next[0].length;
    end = at;
  }
  return end === start ? undefined : { value: sum.total, end };
}

const HALF = /half\san?(?!\p{L})/iuy;
const ARTICLE = /an?(?=\s)/iuy;
const FIRST = /()(\p{L}+)/uy;
const NEXT = /[\s-](and[\s-])?(\p{L}+)/iuy;

/** A number that grows by one word after the other. */
class Sum {
  #finished = 0;
  #group = 0;
  #last: NumberWord["kind"] | undefined;
  #scale = Number.POSITIVE_INFINITY;

  /** Whether the word goes on with the number: "twenty" "one" is one number, "one" "two" are two. */
  accepts({ kind, value }: NumberWord, isAfterAnd: boolean): boolean {
    const last = this.#last;
    const isOpen = last === "hundred" || last === "scale";
    if (isAfterAnd && (!isOpen || kind === "hundred" || kind === "scale")) return false;
    if (kind === "digit") return last === undefined || isOpen || (last === "ten" && value > 0);
    if (kind === "teen" || kind === "ten") return last === undefined || isOpen;
    if (kind === "hundred") return last === "digit" || last === "teen";
    return last !== undefined && last !== "scale" && value < this.#scale;
  }

  add({ kind, value }: NumberWord): void {
    this.#last = kind;
    if (kind === "hundred") this.#group *= value;
    else if (kind !== "scale") this.#group += value;
    else {
      this.#finished += this.#group * value;
      this.#group = 0;
      this.#scale = value;
    }
  }

  get total(): number {
    return this.#finished + this.#group;
  }
}

/** An English word that is part of a number. */
interface NumberWord {
  readonly kind: "digit" | "teen" | "ten" | "hundred" | "scale";
  readonly value: number;
}

const DIGITS = "zero one two three four five six seven eight nine".split(" ");

const TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ");

const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

const SCALES = [
  ["dozen", 12],
  ["thousand", 1e3],
  ["million", 1e6],
  ["billion", 1e9],
  ["trillion", 1e12],
] as const;

const WORDS = new Map<string, NumberWord>([
  ...DIGITS.map((word, index) => [word, { kind: "digit", value: index }] as const),
  ...TEENS.map((word, index) => [word, { kind: "teen", value: index + 10 }] as const),
  ...TENS.map((word, index) => [word, { kind: "ten", value: (index + 2) * 10 }] as const),
  ["hundred", { kind: "hundred", value: 100 }],
  ...SCALES.map(([word, value]) => [word, { kind: "scale", value }] as const),
]);

/** What a word is worth in a number, in any case; undefined when it is no part of one. */
function numberWord(word: string): NumberWord | undefined {
  return word.length > LONGEST_WORD ? undefined : WORDS.get(word.toLowerCase());
}

const LONGEST_WORD = 9;

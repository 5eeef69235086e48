import { matchAt } from "../matches.ts";

import { numbersIn } from "../numbers-in.ts";

/** How much of a unit a text names, without the unit: "2", "1/2", "2:30", "a quarter of an", "the". */
export interface Quantity {
  readonly start: number;
  readonly end: number;
  readonly value: number;
  /** What it begins with: "a day" and "the day" are often no amount at all. */
  readonly begins: "number" | "a" | "the";
  /** How many parts a quantity with colons has: "2:30" has two, and is only of hours or minutes. */
  readonly clockParts?: number;
}

/** What stands for a number in a part of a text, in order; what cannot be read as one number is left out as a whole. */
export function quantitiesIn(text: string, locale: string): readonly Quantity[] {
  const candidates = [
    ...numbers(text, locale),
    ...matches(text, ARTICLE, articleOf),
    ...matches(text, IDIOM, () => ({ value: 1, begins: "the" })),
    ...matches(text, CLOCK, clockOf),
    ...matches(text, FRACTION, fractionOf),
    ...matches(text, FRACTION_WORDS, fractionWordsOf),
  ].sort((a, b) => a.start - b.start || b.end - a.end);
  const quantities: Quantity[] = [];
  let end = 0;
  for (const candidate of candidates) {
    if (candidate.start < end) continue;
    const isRange = candidate.begins === "number" && RANGE.test(text.slice(end, candidate.start));
    end = candidate.end;
    if (candidate.value > 0 && Number.isFinite(candidate.value) && !isRange) quantities.push(candidate);
  }
  return quantities;
}

/** "2-3 hours", "two to three hours" are no one amount. */
const RANGE = /^ ?(?:-|\u2013|\u2014|to|or) ?$/i;

type Reading = Omit<Quantity, "start" | "end">;

const UNREADABLE = Number.NaN;

function matches(text: string, pattern: RegExp, read: (match: RegExpMatchArray) => Reading): Quantity[] {
  return [...text.matchAll(pattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    ...read(match),
  }));
}

function numbers(text: string, locale: string): Quantity[] {
  return [...numbersIn(text, locale)]
    .filter((number) => number !== undefined)
    .map((number) => {
      const before = text.slice(Math.max(0, number.start - LONGEST_UNIT), number.start);
      const isPart = PART_BEFORE.test(before) && !UNIT_BEFORE.test(before);
      const goesOn = matchAt(PART_BEHIND, text, number.end) !== undefined;
      return { ...number, value: isPart || goesOn ? UNREADABLE : number.value, begins: "number" };
    });
}

/** What makes a number a part of something else: of "1,5" where the comma groups digits, of a date, of "Q1". */
const PART_BEFORE = /(?:\d[.,'/:]|[\p{L}\p{M}_#])$/u;
const PART_BEHIND = /[.,'/:]\d/y;
/** "1h" of "1h30m". */
const UNIT_BEFORE = /\d(?:h|hrs?|hours?|m|mins?|minutes?)$/iu;
const LONGEST_UNIT = 8;

const ARTICLE = /(?<![\p{L}\p{N}'-])(?:(?:a )?(couple)(?: of)?|the|an?)(?= )/giu;

function articleOf({ 0: word, 1: couple }: RegExpMatchArray): Reading {
  if (couple !== undefined) return { value: 2, begins: "number" };
  return { value: 1, begins: /^the/i.test(word) ? "the" : "a" };
}

/** Nothing, before words that are also said without an article. */
const IDIOM =
  /(?<![\p{L}\p{N}'-]|(?<!\p{L})(?:each|every|any|one) )(?=day (?:after tomorrow|before yesterday))/giu;

/** "2:30" as an amount; after "at" it is a time of day. */
const CLOCK = /(?<![\p{L}\p{N}.,:/-])(\d{1,6}):(\d{1,2})(?::(\d{1,2}))?(?![\p{N}:/]|[.,]\d)/gu;
const AT = /(?<!\p{L})(?:at|by|until|till|before|after|since|from|to) $/iu;

function clockOf({ 1: whole, 2: sixtieths, 3: rest, index = 0, input = "" }: RegExpMatchArray): Reading {
  const [minutes, seconds] = [Number(sixtieths), Number(rest ?? 0)];
  const isTime = minutes > 59 || seconds > 59 || AT.test(input.slice(Math.max(0, index - 8), index));
  const value = isTime ? UNREADABLE : Number(whole) + minutes / 60 + seconds / 3600;
  return { value, begins: "number", clockParts: rest === undefined ? 2 : 3 };
}

const FRACTION = /(?<![\p{L}\p{N}.,:/-])(?:(\d{1,6})[ -])?(\d{1,3})\/(\d{1,3})(?![\p{L}\p{N}/]|[.,]\d)/gu;

function fractionOf({ 1: whole, 2: above, 3: below }: RegExpMatchArray): Reading {
  const isFraction = Number(above) < Number(below);
  return {
    value: isFraction ? Number(whole ?? 0) + Number(above) / Number(below) : UNREADABLE,
    begins: "number",
  };
}

/** "Half an" is read as a number word already. */
const FRACTION_WORDS =
  /(?<![\p{L}\p{N}'-])(?:(an?|one|two|three) )?(half|quarter|third)s?(?: of an?(?= )|(?= (?:hour|minute|second|day|week|year)(?!\p{L})))/giu;
const PARTS: Readonly<Record<string, number>> = { half: 1 / 2, quarter: 1 / 4, third: 1 / 3 };
const COUNTS: Readonly<Record<string, number>> = { two: 2, three: 3 };

function fractionWordsOf({ 1: count = "", 2: part = "" }: RegExpMatchArray): Reading {
  const value = (COUNTS[count.toLowerCase()] ?? 1) * (PARTS[part.toLowerCase()] ?? UNREADABLE);
  return { value: value < 1 ? value : UNREADABLE, begins: "number" };
}

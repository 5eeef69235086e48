import { matchAt, SECONDS_PER_DAY } from "../../../values/index.ts";
import { numbersIn } from "../numbers-in.ts";

/** An amount of time in a text, such as "2 hours and 30 minutes" or "a day and a half": its length and its place. */
export interface Amount {
  readonly start: number;
  readonly end: number;
  readonly months: number;
  /** What is not months, in seconds. */
  readonly seconds: number;
  /** Whether it is finer than days. */
  readonly hasTime: boolean;
  readonly begins: Quantity["begins"];
}

/** The amounts of time in a part of a text; the blanks in it are single. */
export function amountsIn(text: string, locale: string): readonly Amount[] {
  const amounts: Amount[] = [];
  let last: { readonly amount: Amount; readonly unit: Unit } | undefined;
  for (const quantity of quantitiesIn(text, locale)) {
    if (last !== undefined && quantity.start < last.amount.end) continue;
    const joint = last === undefined ? undefined : matchAt(JOINT, text, last.amount.end);
    const isNext =
      last !== undefined && joint !== undefined && last.amount.end + joint[0].length === quantity.start;
    const read = readUnit(text, quantity, isNext ? last?.unit : undefined);
    if (read === undefined) continue;
    const goesOn = last !== undefined && isNext && read.unit.rank < last.unit.rank;
    const amount = goesOn && last !== undefined ? joined(last.amount, read.amount) : read.amount;
    if (goesOn) amounts.pop();
    amounts.push(amount);
    last = { amount, unit: read.unit };
  }
  return amounts.filter(({ seconds }) => Number.isSafeInteger(seconds));
}

const JOINT = /(?:,? and |, ?| )?/iuy;

interface Unit {
  /** Smaller units follow larger ones: "2 hours 30 minutes". */
  readonly rank: number;
  readonly months: number;
  readonly seconds: number;
}

const SECOND: Unit = { rank: 0, months: 0, seconds: 1 };
const MINUTE: Unit = { rank: 1, months: 0, seconds: 60 };
const HOUR: Unit = { rank: 2, months: 0, seconds: 3600 };
const UNITS: Readonly<Record<string, Unit>> = {
  s: SECOND,
  sec: SECOND,
  second: SECOND,
  m: MINUTE,
  min: MINUTE,
  minute: MINUTE,
  h: HOUR,
  hr: HOUR,
  hour: HOUR,
  day: { rank: 3, months: 0, seconds: SECONDS_PER_DAY },
  week: { rank: 4, months: 0, seconds: 7 * SECONDS_PER_DAY },
  fortnight: { rank: 4, months: 0, seconds: 14 * SECONDS_PER_DAY },
  month: { rank: 5, months: 1, seconds: 0 },
  quarter: { rank: 6, months: 3, seconds: 0 },
  year: { rank: 7, months: 12, seconds: 0 },
  yr: { rank: 7, months: 12, seconds: 0 },
};

const UNIT =
  /[ -]?(sec|second|min|minute|hr|hour|day|week|fortnight|month|quarter|year|yr|[hms])(s?)(?:(?![\p{L}\p{N}])|(?=\d{1,6} ?(?:min|minute|sec|second|[ms])s?(?!\p{L})))/iuy;
/** The language's own form, "026:03:04", which names no unit. */
const OWN_FORM = /\d{3,}:\d\d:\d\d(?!\d)/y;
const AND_A_PART = / and (?:an? (half|quarter)|(three quarters))(?!\p{L}| (?:of|an?) )/iuy;

/** A bare m or s is a unit only after hours or minutes: "1h 30m". */
function readUnit(
  text: string,
  quantity: Quantity,
  before: Unit | undefined,
): { amount: Amount; unit: Unit } | undefined {
  const match = matchAt(UNIT, text, quantity.end);
  if (match === undefined && quantity.clockParts === 3 && matchAt(OWN_FORM, text, quantity.start)) {
    const { start, end, begins } = quantity;
    return { unit: HOUR, amount: { ...times(HOUR, quantity.value), start, end, begins } };
  }
  const word = match?.[1]?.toLowerCase() ?? "";
  const unit = UNITS[word];
  if (match === undefined || unit === undefined) return undefined;
  if ((word === "m" || word === "s") && before?.rank !== unit.rank + 1) return undefined;
  const { clockParts = 0 } = quantity;
  if (clockParts > 0 && clockParts - 1 > unit.rank) return undefined;
  if (clockParts > 0 && unit.rank > HOUR.rank) return undefined;
  const end = quantity.end + match[0].length;
  const part = matchAt(AND_A_PART, text, end);
  const amount = times(unit, quantity.value + (part === undefined ? 0 : partOf(part)));
  const begins = part === undefined ? quantity.begins : "number";
  return { unit, amount: { ...amount, start: quantity.start, end: end + (part?.[0].length ?? 0), begins } };
}

function partOf([, part]: RegExpExecArray): number {
  if (part === undefined) return 0.75;
  return part.toLowerCase() === "half" ? 0.5 : 0.25;
}

/** Parts of a month count as days of thirty to a month. */
function times(unit: Unit, value: number): Pick<Amount, "months" | "seconds" | "hasTime"> {
  const months = Math.floor(unit.months * value);
  const days = Math.round((unit.months * value - months) * 30);
  const seconds = Math.round(unit.seconds * value) + days * SECONDS_PER_DAY;
  return { months, seconds, hasTime: seconds % SECONDS_PER_DAY !== 0 || unit.rank < 3 };
}

function joined(first: Amount, next: Amount): Amount {
  return {
    start: first.start,
    end: next.end,
    months: first.months + next.months,
    seconds: first.seconds + next.seconds,
    hasTime: first.hasTime || next.hasTime,
    begins: "number",
  };
}

/** What an amount of time does in its sentence. */
type AmountRole =
  /** "In 4 days", "3 days ago": a moment counted from now. */
  | { readonly role: "from now"; readonly direction: 1 | -1; readonly end: number }
  /** "2 weeks from", "the day before": counted from a moment, if one is at `anchor`. */
  | { readonly role: "offset"; readonly direction: 1 | -1; readonly anchor: number }
  /** "For 2 hours". */
  | { readonly role: "duration" }
  | { readonly role: "none" };

/** The role of an amount by the words around it. */
export function roleOf(text: string, amount: Amount): AmountRole {
  const offset = matchAt(OFFSET, text, amount.end);
  if (offset !== undefined) {
    return {
      role: "offset",
      direction: offset[1] === undefined ? 1 : -1,
      anchor: amount.end + offset[0].length,
    };
  }
  if (amount.begins === "the") return { role: "none" };
  const fromNow = matchAt(FROM_NOW, text, amount.end);
  if (fromNow !== undefined) {
    return {
      role: "from now",
      direction: fromNow[1] === undefined ? 1 : -1,
      end: amount.end + fromNow[0].length,
    };
  }
  const before = text.slice(Math.max(0, amount.start - LONGEST_LEAD), amount.start);
  if (AHEAD.test(before)) return { role: "from now", direction: 1, end: amount.end };
  return isDuration(text, amount) ? { role: "duration" } : { role: "none" };
}

const OFFSET = / (?:(before(?! now)|prior to)|from(?! now| today)|after|since|following) (?:the )?/iuy;
const FROM_NOW = /(?: (ago|earlier|before now)| (?:from (?:now|today)|later|hence))(?!\p{L})/iuy;
const AHEAD = /(?<!\p{L})(?:in|within) (?:(?:about|around|approximately|roughly|just|only) )?$/iu;
const LONGEST_LEAD = 24;

/** Whether an amount lasts: "twice a day" and "5 miles an hour" do not, and a month is not so many hours. */
export function isDuration(text: string, { begins, start, months }: Amount): boolean {
  if (months > 0 || begins === "the") return false;
  return begins === "number" || LASTING.test(text.slice(Math.max(0, start - LONGEST_LEAD), start));
}

const LASTING =
  /(?:^|[,.;:(] ?|(?<!\p{L})(?:for|takes?|took|taking|lasts?|lasted|spent|about|around|than|over|under|nearly|almost|only|just|another|to) )$/iu;

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

import type { ParsingResult, Refiner } from "chrono-node/en";
import { civilOf, dayNumberOf, matchAt, SECONDS_PER_DAY, weekdayOf } from "../../../values/index.ts";
import { dayAt, type PeriodKind, startOfPeriod } from "../../functions/date-time/calendar.ts";
import type { RequestContext } from "../../runtime/request-context.ts";
import { type Amount, amountsIn, isDuration, roleOf } from "./amounts-in.ts";
import { assignDay, assignSeconds, shifted, wallSeconds, YEARS_AWAY } from "./settle-results.ts";

/** What chrono hands to those who refine its results: the text, and the makers of results. */
type ProseContext = Parameters<Refiner["refine"]>[0];

interface AmountResults {
  /** The moments that amounts of time name, counted from now. */
  readonly moments: readonly ParsingResult[];
  /** Amounts that are counted from another moment, by the place where that begins. */
  readonly offsets: ReadonlyMap<number, Offset>;
  /** Amounts that name no moment. */
  readonly durations: readonly Amount[];
  /** All amounts; what they are made of names no time of day. */
  readonly amounts: readonly Amount[];
}

/** An amount of time before or after a moment. */
export interface Offset {
  readonly amount: Amount;
  readonly direction: 1 | -1;
  /** Whether it is a duration where no moment follows: "2 hours after lunch". */
  readonly isDuration: boolean;
}

/** Reads the amounts of time in a text. */
export function amountResults(context: ProseContext, { locale, now }: RequestContext): AmountResults {
  const { text } = context;
  const moments: ParsingResult[] = [];
  const offsets = new Map<number, Offset>();
  const durations: Amount[] = [];
  const amounts = amountsIn(text, locale);
  for (const amount of amounts) {
    const role = roleOf(text, amount);
    if (role.role === "duration") durations.push(amount);
    if (role.role === "offset") {
      offsets.set(role.anchor, { amount, direction: role.direction, isDuration: isDuration(text, amount) });
    }
    if (role.role !== "from now") continue;
    const weekday = WEEKDAY_IN.exec(text.slice(Math.max(0, amount.start - LONGEST_EDGE), amount.start));
    if (weekday !== null && role.end === amount.end && amount.seconds % (7 * SECONDS_PER_DAY) === 0) {
      const at = amount.start - weekday[0].length;
      offsets.set(at, { amount, direction: role.direction, isDuration: false });
      continue;
    }
    const result = context.createParsingResult(amount.start, role.end);
    const seconds = shifted(now, amount, role.direction);
    if (seconds === null) result.start.assign("year", BEYOND_CALENDAR);
    else if (amount.hasTime) assignSeconds(result.start, seconds);
    else assignDay(result.start, dayAt(seconds));
    moments.push(result);
  }
  return { moments, offsets, durations, amounts };
}

/** A year that no moment has: the phrase is read, so that its "now" is not, and names nothing. */
const BEYOND_CALENDAR = -YEARS_AWAY;

interface PeriodResults {
  /** Results besides chrono's: "next month", "2027", "the end of the year". */
  readonly found: readonly ParsingResult[];
  /** Those results, chrono's months among them, that name a whole period and not a day of it. */
  readonly kinds: ReadonlyMap<ParsingResult, PeriodKind>;
  /** Chrono's results that name no day, such as the 31st of April, or are a part of what does: "Monday" of "last Monday of June". */
  readonly impossible: ReadonlySet<ParsingResult>;
}

/** Reads the periods in a text and the days at their edges; `results` are chrono's. */
export function periodResults(
  context: ProseContext,
  results: readonly ParsingResult[],
  now: number,
): PeriodResults {
  const found: ParsingResult[] = [];
  const kinds = new Map<ParsingResult, PeriodKind>();
  const impossible = new Set<ParsingResult>();
  const edges: { readonly start: number; readonly end: number }[] = [];
  const add = (result: ParsingResult, kind: PeriodKind, needsEdge: boolean): boolean => {
    const first = dayAt(wallSeconds(result.start) ?? Number.NaN);
    const edge = edgeBefore(context.text, result.index, kind, first);
    if (edge !== undefined) edges.push({ start: edge.start, end: result.index });
    if (edge?.day === null || (edge === undefined && needsEdge)) return false;
    if (edge === undefined) kinds.set(result, kind);
    else takeEdge(context, result, edge.start, edge.day);
    return true;
  };
  for (const { kind, first, start, end, needsEdge } of periodsIn(context.text, dayAt(now))) {
    const result = context.createParsingResult(start, end);
    assignDay(result.start, first);
    if (kind === "year") result.text += NOT_A_NUMBER;
    if (add(result, kind, needsEdge)) found.push(result);
  }
  for (const result of results) {
    const isMonth = result.start.isCertain("month") && !result.start.isCertain("day") && !result.end;
    if (isMonth && !add(result, "month", false)) impossible.add(result);
  }
  for (const result of results) {
    const { index, start } = result;
    const isInEdge = edges.some(
      (edge) => edge.start <= index && index < edge.end && !isTaken(result, edge.end),
    );
    if (isInEdge || (start.isOnlyWeekdayComponent() && isCounted(context.text, index)))
      impossible.add(result);
  }
  return { found, kinds, impossible };
}

/** Whether a result was itself moved to the beginning of an edge. */
function isTaken({ index, text }: ParsingResult, edgeEnd: number): boolean {
  return index + text.length > edgeEnd;
}

/** Chrono throws results away that are digits only; this represents the sign after a year. */
const NOT_A_NUMBER = "\u00a0";

function takeEdge(context: ProseContext, result: ParsingResult, start: number, day: number): void {
  result.text = context.text.slice(start, result.index + result.text.length);
  result.index = start;
  assignDay(result.start, day);
}

/** A day of a period that the words before it name: "the end of", "first day of", "15th of", "last Monday of". */
interface Edge {
  readonly start: number;
  /** Blank for words that name no one day of the period: "31st of April", "fifth Monday of May", "last week of June". */
  readonly day: number | null;
}

/** The day that the words before `start` make of a period; undefined when they make none. */
function edgeBefore(text: string, start: number, kind: PeriodKind, first: number): Edge | undefined {
  const from = Math.max(0, start - LONGEST_EDGE);
  const match = EDGE.exec(text.slice(from, start));
  const next = dayAfter(kind, first);
  if (match === null || next === null) return undefined;
  const word = (match[1] ?? "").toLowerCase();
  const noun = match[2]?.toLowerCase() ?? "day";
  const ordinal = word === "last" || word === "end" ? LAST : ordinalOf(word);
  const weekday = WEEKDAYS.indexOf(noun.slice(0, 3)) + 1;
  if (noun !== "day" && weekday === 0) return { start: from + match.index, day: null };
  const day = noun === "day" ? dayIn(first, next, ordinal) : weekdayIn(first, next, ordinal, weekday);
  return { start: from + match.index, day: day < next ? day : null };
}

function dayIn(first: number, next: number, ordinal: number): number {
  return ordinal === LAST ? next - 1 : first + ordinal - 1;
}

function weekdayIn(first: number, next: number, ordinal: number, weekday: number): number {
  if (ordinal === LAST) return next - 1 - ((weekdayOf(next - 1) - weekday + 7) % 7);
  return first + ((weekday - weekdayOf(first) + 7) % 7) + 7 * (ordinal - 1);
}

const LAST = 0;

/** "Start" and "beginning" count as the first. */
function ordinalOf(word: string): number {
  return Number.parseInt(word, 10) || Math.max(ORDINALS.indexOf(word.slice(0, 3)) + 1, 1);
}

/** Whether an ordinal is right before `start`, so that a day of the week there is not simply the next one. */
function isCounted(text: string, start: number): boolean {
  return COUNTED.test(text.slice(Math.max(0, start - LONGEST_EDGE), start));
}

const LONGEST_EDGE = 40;
const ORDINAL = "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|[1-9]\\d?(?:st|nd|rd|th)";
const WEEKDAY = "(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?";
const PART = "week|weekend|weekday|fortnight|half|third|quarter|month|(?:business|working) day";
const EDGE = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(${ORDINAL}|[1-9]\d?|last|start|beginning|end)(?: (day|${WEEKDAY}|${PART}))? (?:of|in) (?:the )?$`,
  "iu",
);
/** "Monday in two weeks" is two weeks after Monday. */
const WEEKDAY_IN = new RegExp(String.raw`(?<![\p{L}\p{N}])${WEEKDAY} in $`, "iu");
const COUNTED = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${ORDINAL}) $`, "iu");
const ORDINALS = "fir sec thi fou fif six sev eig nin ten".split(" ");
const WEEKDAYS = "sun mon tue wed thu fri sat".split(" ");

/** A span of the calendar that a text names, by its first day: "next month", "2027". */
interface Period {
  readonly kind: PeriodKind;
  readonly first: number;
  readonly start: number;
  readonly end: number;
  /** "The month" means something only in "the end of the month". */
  readonly needsEdge: boolean;
}

/** The periods in a part of a text, relative to a day. */
export function* periodsIn(text: string, today: number): Generator<Period> {
  const thisYear = civilOf(today).year;
  const parts = [...partsOfYears(text, (which) => thisYear + (STEPS[which.toLowerCase()] ?? 0))];
  for (const { quarter: first, start, end } of parts)
    if (first !== undefined) yield { kind: "quarter", first, start, end, needsEdge: false };
  const isInPart = (index: number) => parts.some(({ start, end }) => start <= index && index < end);
  for (const { 0: all, 1: which = "", 2: word = "", index } of text.matchAll(RELATIVE)) {
    const kind = word.toLowerCase() as PeriodKind;
    const first = startOfPeriod(kind, today, STEPS[which.toLowerCase()] ?? 0);
    const end = index + all.length;
    const isLarger = matchAt(/ of /iy, text, end) !== undefined;
    if (first !== null && !isLarger && !isInPart(index))
      yield { kind, first, start: index, end, needsEdge: /^the$/i.test(which) };
  }
  for (const { 0: year, index } of text.matchAll(YEAR)) {
    const first = dayNumberOf(Number(year), 1, 1);
    if (first !== null && !isInPart(index))
      yield { kind: "year", first, start: index, end: index + 4, needsEdge: false };
  }
}

const RELATIVE =
  /(?<![\p{L}\p{N}])(this|current|next|coming|following|last|past|previous|the) (week|month|quarter|year)(?![\p{L}\p{N}])/giu;
const STEPS: Readonly<Record<string, number>> = {
  next: 1,
  coming: 1,
  following: 1,
  last: -1,
  past: -1,
  previous: -1,
};

/** 1900 to 2050, where it is a word of its own. */
const YEAR =
  /(?<![\p{L}\p{M}\p{N}\p{Sc}#_/.,:-])(?:19\d\d|20[0-4]\d|2050)(?![\p{L}\p{M}\p{N}%_/:-]|[.,]\d)/gu;

/** The first day after a period. */
export function dayAfter(kind: PeriodKind, first: number): number | null {
  return startOfPeriod(kind, first, 1);
}

/** A part of a year that a text names: "Q1 2026", "week 12 of 2026". The year in it is not named by itself. */
interface PartOfYear {
  readonly start: number;
  readonly end: number;
  /** The first day of a quarter; undefined for a part that we do not read. */
  readonly quarter: number | undefined;
}

/** The parts of years in a text; `yearOf` answers which year "next" and its kin mean. */
function* partsOfYears(text: string, yearOf: (which: string) => number): Generator<PartOfYear> {
  for (const pattern of [QUARTER, QUARTER_OF_THIS_YEAR, YEAR_AND_QUARTER, QUARTER_IN_WORDS, OTHER]) {
    for (const { 0: all, index, groups } of text.matchAll(pattern)) {
      const { figure, word = "", year, which = "this" } = groups as Groups;
      const number = Number(figure ?? QUARTERS[word.toLowerCase()]);
      const quarter = firstDayOfQuarter(year === undefined ? yearOf(which) : Number(year), number);
      yield { start: index, end: index + all.length, quarter };
    }
  }
}

type Groups = Partial<Record<"figure" | "word" | "year" | "which", string>>;

const BEFORE = String.raw`(?<![\p{L}\p{M}\p{N}#_/.,:-])`;
const BEHIND = String.raw`(?![\p{L}\p{M}\p{N}%_/:-]|[.,]\d)`;
const NAMED_YEAR = String.raw`(?<year>(?:19|20)\d\d)`;

const QUARTER = new RegExp(`${BEFORE}Q(?<figure>\\d)(?: of |[ /-])${NAMED_YEAR}${BEHIND}`, "giu");
/** "End of Q2": a quarter without its year is read only at its edge. */
const QUARTER_OF_THIS_YEAR = new RegExp(
  `(?<=(?:start|beginning|end) of )Q(?<figure>\\d)(?! of |[ /-](?:19|20)\\d\\d| (?:this|next|last) )${BEHIND}`,
  "giu",
);
const YEAR_AND_QUARTER = new RegExp(`${BEFORE}${NAMED_YEAR}[ /-]?Q(?<figure>\\d)${BEHIND}`, "giu");
const QUARTER_IN_WORDS = new RegExp(
  `${BEFORE}(?<word>first|second|third|fourth|1st|2nd|3rd|4th|last) quarter (?:of|in) (?:${NAMED_YEAR}|(?<which>this|current|next|coming|following|last|past|previous) year)${BEHIND}`,
  "giu",
);
const OTHER = new RegExp(
  `${BEFORE}(?:H\\d|FY|(?:week|wk|cw|kw) ?\\d{1,2})(?: of |[ /-])${NAMED_YEAR}${BEHIND}`,
  "giu",
);

const QUARTERS: Readonly<Record<string, number>> = {
  ...{ first: 1, second: 2, third: 3, fourth: 4, last: 4 },
  ...{ "1st": 1, "2nd": 2, "3rd": 3, "4th": 4 },
};

function firstDayOfQuarter(year: number, number: number): number | undefined {
  if (!(number >= 1 && number <= 4)) return undefined;
  return dayNumberOf(year, 3 * number - 2, 1) ?? undefined;
}

import type { ParsingResult, Refiner } from "chrono-node/en";
import { SECONDS_PER_DAY, weekdayOf } from "../../../values/index.ts";
import { dayAt, type PeriodKind } from "../../functions/date-time/calendar.ts";
import type { RequestContext } from "../../runtime/request-context.ts";
import { type Amount, amountsIn, isDuration, roleOf } from "./amounts-in.ts";
import { dayAfter, periodsIn } from "./periods-in.ts";
import { assignDay, assignSeconds, shifted, wallSeconds, YEARS_AWAY } from "./wall-clock.ts";

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

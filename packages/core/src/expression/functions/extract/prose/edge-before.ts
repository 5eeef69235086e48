import { weekdayOf } from "../../../../values/index.ts";
import type { PeriodKind } from "../../date-time/calendar.ts";
import { dayAfter } from "./periods-in.ts";

/** A day of a period that the words before it name: "the end of", "first day of", "15th of", "last Monday of". */
export interface Edge {
  readonly start: number;
  /** Blank for words that name no one day of the period: "31st of April", "fifth Monday of May", "last week of June". */
  readonly day: number | null;
}

/** The day that the words before `start` make of a period; undefined when they make none. */
export function edgeBefore(text: string, start: number, kind: PeriodKind, first: number): Edge | undefined {
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

/** Whether an ordinal stands right before `start`, so that a day of the week there is not simply the next one. */
export function isCounted(text: string, start: number): boolean {
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
const COUNTED = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${ORDINAL}) $`, "iu");
const ORDINALS = "fir sec thi fou fif six sev eig nin ten".split(" ");
const WEEKDAYS = "sun mon tue wed thu fri sat".split(" ");

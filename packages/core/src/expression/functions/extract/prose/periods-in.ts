import { civilOf, dayNumberOf } from "../../../../values/index.ts";
import { type PeriodKind, startOfPeriod } from "../../date-time/calendar.ts";
import { matchAt } from "../match-at.ts";
import { partsOfYears } from "./parts-of-years.ts";

/** A stretch of the calendar that a text names, by its first day: "next month", "2027". */
export interface Period {
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

/** 1900 to 2050, where it stands by itself. */
const YEAR =
  /(?<![\p{L}\p{M}\p{N}\p{Sc}#_/.,:-])(?:19\d\d|20[0-4]\d|2050)(?![\p{L}\p{M}\p{N}%_/:-]|[.,]\d)/gu;

/** The first day after a period. */
export function dayAfter(kind: PeriodKind, first: number): number | null {
  return startOfPeriod(kind, first, 1);
}

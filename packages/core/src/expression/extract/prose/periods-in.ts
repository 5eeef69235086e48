import { civilOf, dayNumberOf } from "../../../values/index.ts";
import { type PeriodKind, startOfPeriod } from "../../functions/date-time/calendar.ts";
import { matchAt } from "../matches.ts";

/** A stretch of the calendar that a text names, by its first day: "next month", "2027". */
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
      const number = Number(figure ?? ORDINALS[word.toLowerCase()]);
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

const ORDINALS: Readonly<Record<string, number>> = {
  ...{ first: 1, second: 2, third: 3, fourth: 4, last: 4 },
  ...{ "1st": 1, "2nd": 2, "3rd": 3, "4th": 4 },
};

function firstDayOfQuarter(year: number, number: number): number | undefined {
  if (!(number >= 1 && number <= 4)) return undefined;
  return dayNumberOf(year, 3 * number - 2, 1) ?? undefined;
}

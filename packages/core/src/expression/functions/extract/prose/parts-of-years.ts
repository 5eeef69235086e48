import { dayNumberOf } from "../../../../values/index.ts";

/** A part of a year that a text names: "Q1 2026", "week 12 of 2026". The year in it is not named by itself. */
export interface PartOfYear {
  readonly start: number;
  readonly end: number;
  /** The first day of a quarter; undefined for a part that we do not read. */
  readonly quarter: number | undefined;
}

/** The parts of years in a text; `yearOf` answers which year "next" and its kin mean. */
export function* partsOfYears(text: string, yearOf: (which: string) => number): Generator<PartOfYear> {
  for (const pattern of [QUARTER, YEAR_AND_QUARTER, QUARTER_IN_WORDS, OTHER]) {
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
const YEAR = String.raw`(?<year>(?:19|20)\d\d)`;

const QUARTER = new RegExp(`${BEFORE}Q(?<figure>\\d)(?: of |[ /-])${YEAR}${BEHIND}`, "giu");
const YEAR_AND_QUARTER = new RegExp(`${BEFORE}${YEAR}[ /-]?Q(?<figure>\\d)${BEHIND}`, "giu");
const QUARTER_IN_WORDS = new RegExp(
  `${BEFORE}(?<word>first|second|third|fourth|1st|2nd|3rd|4th|last) quarter (?:of|in) (?:${YEAR}|(?<which>this|current|next|coming|following|last|past|previous) year)${BEHIND}`,
  "giu",
);
const OTHER = new RegExp(
  `${BEFORE}(?:H\\d|FY|(?:week|wk|cw|kw) ?\\d{1,2})(?: of |[ /-])${YEAR}${BEHIND}`,
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

/**
 * What other libraries answer to our functions, by family: formulajs, which has those of Excel, date-fns, and decimal.js with many
 * digits. Where they mean something else on purpose, the arguments leave it out, and `docs/compared.md` says so.
 */
import { UTCDate } from "@date-fns/utc";
import * as excel from "@formulajs/formulajs";
import * as dates from "date-fns";
import { Decimal } from "decimal.js";
import fc from "fast-check";
import type { JsonValue } from "../src/values/index.ts";

/** A call about the columns of `ORACLE_COLUMNS`, and what another library gives for a row of them. */
export interface Oracle {
  readonly call: string;
  readonly row: fc.Arbitrary<OracleRow>;
  /** Undefined where the other library has no answer. */
  readonly answer: (row: never) => JsonValue | undefined;
  /** How far numbers of doubles may be from ours, as a part of them; without it they are equal. */
  readonly near?: number;
}

export type OracleRow = Readonly<Record<string, JsonValue>>;

export const ORACLE_COLUMNS = {
  ...{ A: "Text", B: "Text", C: "Text", M: "Number", N: "Number", X: "Decimal", Y: "Decimal" },
  ...{ D: "Date", E: "Date", T: "DateTime", L: "List of Decimal", W: "List of Text", H: "List of Date" },
} as const;

interface Texts {
  readonly A: string;
  readonly B: string;
  readonly C: string;
  readonly M: number;
  readonly N: number;
}

const letters = ["a", "b", "B", "é", "É", "ß", "1", "-", " ", "."] as const;
const text = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 12 });
const short = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 2 });
const count = fc.integer({ min: 1, max: 14 });
const texts = fc.record({ A: text, B: short, C: short, M: count, N: count });

const ofTexts = (call: string, answer: (row: Texts) => unknown): Oracle => ({
  call,
  row: texts,
  answer: (row: Texts) => (answer(row) as JsonValue) || null,
});

const text_ = [
  ofTexts("LEFT([A], [N])", ({ A, N }) => excel.LEFT(A, N)),
  ofTexts("RIGHT([A], [N])", ({ A, N }) => excel.RIGHT(A, N)),
  ofTexts("MID([A], [M], [N])", ({ A, M, N }) => excel.MID(A, M, N)),
  ofTexts("LEN([A])", ({ A }) => excel.LEN(A)),
  ofTexts("UPPER([A])", ({ A }) => excel.UPPER(A)),
  ofTexts("LOWER([A])", ({ A }) => excel.LOWER(A)),
  ofTexts("TRIM([A])", ({ A }) => excel.TRIM(A)),
  ofTexts("SUBSTITUTE([A], [B], [C])", ({ A, B, C }) => excel.SUBSTITUTE(A, B, C)),
  ofTexts("CONCATENATE([A], [B], [C])", ({ A, B, C }) => excel.CONCATENATE(A, B, C)),
  { ...ofTexts("FIND([B], [A])", () => 0), answer: ({ A, B }: Texts) => numberOr(excel.FIND(B, A), 0) },
  { ...ofTexts("EXACT([A], [B])", () => 0), answer: ({ A, B }: Texts) => excel.EXACT(A, B) as boolean },
];

/** An error of the other library is the value that ours has in its place. */
function numberOr(given: unknown, otherwise: number | null): number | null {
  return typeof given === "number" && Number.isFinite(given) ? given : otherwise;
}

interface Numbers {
  readonly X: number;
  readonly Y: number;
  readonly N: number;
}

const Wide = Decimal.clone({ precision: 60 });
const cents = fc.integer({ min: -99_999_999, max: 99_999_999 }).map((units) => units / 100);
const positive = fc.integer({ min: 1, max: 999_999_999 }).map((units) => units / 1_000);
const numbers = fc.record({ X: cents, Y: cents, N: fc.integer({ min: -8, max: 8 }) });
const exponents = fc.record({
  X: fc.integer({ min: -300_000, max: 300_000 }).map((units) => units / 1_000),
  Y: cents,
  N: fc.constant(0),
});
const positives = fc.record({ X: positive, Y: positive, N: fc.integer({ min: -8, max: 8 }) });

/** As ours are kept: 15 digits, and whole numbers below 1e16 with all theirs. */
function kept(value: Decimal): number {
  const isWhole = value.abs().gte(1e15) && value.abs().lt(1e16);
  return (isWhole ? value.toDecimalPlaces(0) : value.toSignificantDigits(15)).toNumber() + 0;
}

const exact = (
  call: string,
  row: fc.Arbitrary<Numbers>,
  answer: (x: Decimal, y: Decimal) => Decimal,
): Oracle => ({
  call,
  row: row as unknown as fc.Arbitrary<OracleRow>,
  answer: ({ X, Y }: Numbers) => {
    const value = answer(new Wide(X), new Wide(Y));
    return value.isFinite() ? kept(value) : null;
  },
});

const number = [
  exact("[X] + [Y]", numbers, (x, y) => x.plus(y)),
  exact("[X] - [Y]", numbers, (x, y) => x.minus(y)),
  exact("[X] * [Y]", numbers, (x, y) => x.times(y)),
  exact("[X] / [Y]", numbers, (x, y) => x.div(y)),
  exact("ABS([X])", numbers, (x) => x.abs()),
  exact("CEILING([X])", numbers, (x) => x.ceil()),
  exact("FLOOR([X])", numbers, (x) => x.floor()),
  exact("SQRT([X])", positives, (x) => x.sqrt()),
  exact("LN([X])", positives, (x) => x.ln()),
  exact("LOG10([X])", positives, (x) => x.log(10)),
  exact("LOG2([X])", positives, (x) => x.log(2)),
  exact("EXP([X])", exponents, (x) => x.exp()),
  {
    call: "POWER([X], [N])",
    row: positives as unknown as fc.Arbitrary<OracleRow>,
    answer: ({ X, N }: Numbers) => kept(new Wide(X).pow(N)),
  },
  ...(["ROUND", "ROUNDUP", "ROUNDDOWN", "TRUNC"] as const).map((name): Oracle => {
    const mode =
      { ROUND: Decimal.ROUND_HALF_UP, ROUNDUP: Decimal.ROUND_UP }[name as string] ?? Decimal.ROUND_DOWN;
    const answer = ({ X, N }: Numbers) => {
      const unit = new Wide(10).pow(N);
      return kept(new Wide(X).times(unit).toDecimalPlaces(0, mode).div(unit));
    };
    return { call: `${name}([X], [N])`, row: numbers as unknown as fc.Arbitrary<OracleRow>, answer };
  }),
  { call: "MOD([X], [Y])", row: numbers as unknown as fc.Arbitrary<OracleRow>, answer: modOf },
];

/** With the sign of the number, and exact, as it is not in formulajs. */
function modOf({ X, Y }: Numbers): number | null {
  return Y === 0 ? null : new Wide(X).mod(Y).toNumber() + 0;
}

interface Lists {
  readonly L: number[];
  readonly W: string[];
  readonly X: number;
  readonly B: string;
}

const amounts = fc.integer({ min: -999, max: 999 }).map((units) => units / 10);
const lists = fc.record({
  L: fc.array(amounts, { minLength: 1, maxLength: 30 }),
  W: fc.array(fc.constantFrom("tea", "rum ", "green tea", "teapot", "rum", "a tea pot"), {
    minLength: 1,
    maxLength: 12,
  }),
  X: amounts,
  B: fc.constantFrom("tea", "rum", "green"),
}) as unknown as fc.Arbitrary<OracleRow>;
const DOUBLES = 1e-9;

const statistics: Oracle[] = [
  { call: "SUM([L])", row: lists, answer: ({ L }: Lists) => Decimal.sum(...L).toNumber() + 0 },
  { call: "AVERAGE([L])", row: lists, near: DOUBLES, answer: ({ L }: Lists) => excel.AVERAGE(L) as number },
  { call: "MAX([L])", row: lists, answer: ({ L }: Lists) => excel.MAX(L) as number },
  { call: "MIN([L])", row: lists, answer: ({ L }: Lists) => excel.MIN(L) as number },
  { call: "COUNT([L])", row: lists, answer: ({ L }: Lists) => excel.COUNT(L) as number },
  { call: "STDEVP([L])", row: lists, near: DOUBLES, answer: ({ L }: Lists) => excel.STDEV.P(L) as number },
  { call: "COUNT(UNIQUE([L]))", row: lists, answer: ({ L }: Lists) => new Set(L).size },
  ...[">", ">=", "<", "<=", "<>", "="].flatMap((operator): Oracle[] => [
    {
      call: `COUNTIF([L], "${operator}" & [X])`,
      row: lists,
      answer: ({ L, X }: Lists) => excel.COUNTIF(L, `${operator}${X}`) as number,
    },
    {
      call: `SUMIF([L], "${operator}" & [X])`,
      row: lists,
      near: DOUBLES,
      answer: ({ L, X }: Lists) => excel.SUMIF(L, `${operator}${X}`) as number,
    },
    {
      call: `AVERAGEIF([L], "${operator}" & [X])`,
      row: lists,
      near: DOUBLES,
      answer: ({ L, X }: Lists) => numberOr(excel.AVERAGEIF(L, `${operator}${X}`), 0),
    },
  ]),
  ...(
    [
      ["tea", /^tea$/],
      ["<>tea", /^(?!tea$)/],
      ["tea*", /^tea/],
      ["*tea", /tea$/],
      ["*tea*", /tea/],
      ["<>*tea*", /^(?!.*tea)/],
      ["*", /./s],
      ["<>*", /^$/],
      ["???", /^...$/s],
      ["<>???", /^(?!...$)/s],
      ["??*", /^..+$/s],
    ] as const
  ).map(([condition, regex]): Oracle => {
    const answer = ({ W }: Lists) => W.filter((one) => regex.test(one)).length;
    return { call: `COUNTIF([W], "${condition}")`, row: lists, answer };
  }),
];

interface Days {
  readonly D: string;
  readonly E: string;
  readonly T: string;
  readonly N: number;
  readonly H: string[];
}

const instant = fc.integer({ min: Date.UTC(1903, 0, 1) / 1_000, max: Date.UTC(2150, 11, 31) / 1_000 });
const day = instant.map((seconds) => isoOf(new Date(seconds * 1_000)));
const days = fc.record({
  ...{ D: day, E: day, N: fc.integer({ min: -600, max: 600 }) },
  T: instant.map((seconds) => new Date(seconds * 1_000).toISOString().slice(0, 19)),
}) as unknown as fc.Arbitrary<OracleRow>;

function isoOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

const ofDay = (call: string, answer: (day: UTCDate, row: Days) => JsonValue): Oracle => ({
  call,
  row: days,
  answer: (row: Days) => answer(new UTCDate(row.D), row),
});

const date = [
  ofDay("YEAR([D])", (at) => dates.getYear(at)),
  ofDay("MONTH([D])", (at) => dates.getMonth(at) + 1),
  ofDay("DAY([D])", (at) => dates.getDate(at)),
  ofDay("WEEKDAY([D])", (at) => dates.getDay(at) + 1),
  ofDay("WEEKNUM([D])", (_, { D }) => excel.WEEKNUM(local(D)) as number),
  ofDay("ISOWEEKNUM([D])", (at) => dates.getISOWeek(at)),
  ofDay("EDATE([D], [N])", (at, { N }) => isoOf(dates.addMonths(at, N))),
  ofDay("EOMONTH([D], [N])", (at, { N }) => isoOf(dates.endOfMonth(dates.addMonths(at, N)))),
  ofDay("[D] + [N]", (at, { N }) => isoOf(dates.addDays(at, N))),
  ofDay("TOTALHOURS([E] - [D]) / 24", (at, { E }) => dates.differenceInCalendarDays(new UTCDate(E), at)),
  ofDay("HOUR([T] - DATE([T]))", (_, { T }) => dates.getHours(new UTCDate(`${T}Z`))),
  ofDay("MINUTE([T] - DATE([T]))", (_, { T }) => dates.getMinutes(new UTCDate(`${T}Z`))),
  ofDay("SECOND([T] - DATE([T]))", (_, { T }) => dates.getSeconds(new UTCDate(`${T}Z`))),
];

/** Holidays lie near the start, so that many are met. */
const working = fc
  .tuple(day, fc.integer({ min: 1, max: 60 }), fc.array(fc.integer({ min: -90, max: 90 }), { maxLength: 12 }))
  .map(([D, N, distances]) => ({
    D,
    N,
    H: [...new Set(distances)].map((n) => isoOf(dates.addDays(new UTCDate(D), n))),
  }));

/** Midnight in the machine's own zone, by which formulajs reads dates. */
function local(iso: string): Date {
  return new Date(`${iso}T00:00:00`);
}

function ofLocal(given: unknown): string {
  return dates.format(given as Date, "yyyy-MM-dd");
}

const workingDays: Oracle[] = [
  {
    call: "WORKDAY([D], [N], [H])",
    row: working,
    answer: ({ D, N, H }: Days) => ofLocal(excel.WORKDAY(local(D), N, H.map(local))),
  },
  {
    call: "NETWORKDAYS([D], [D] + [N], [H])",
    row: working,
    answer: ({ D, N, H }: Days) => {
      const last = isoOf(dates.addDays(new UTCDate(D), N));
      return excel.NETWORKDAYS(local(D), local(last), H.map(local)) as number;
    },
  },
  {
    call: "WORKDAY([D], [N])",
    row: working,
    answer: ({ D, N }: Days) => isoOf(dates.addBusinessDays(new UTCDate(D), N)),
  },
];

export const ORACLES: Readonly<Record<string, readonly Oracle[]>> = {
  text: text_,
  number,
  statistics,
  date,
  "working days": workingDays,
};

import {
  addDecimals,
  exactSum,
  finiteOrBlank,
  foldText,
  meanOf,
  multiplyDecimals,
  remainderOfDecimals,
  roundToScale,
  subtractDecimals,
  toCanonical,
  writePlainNumber,
} from "../../values/index.ts";
import { readTemporal } from "../check/fit-argument.ts";
import { readText } from "../check/read-literal.ts";
import { endOfMonth } from "../functions/date-time/calendar.ts";
import { splitText } from "../functions/text/find-text.ts";
import { trimBlanks } from "../functions/text/trim-blanks.ts";
import { joinTexts } from "../join-texts.ts";
import { Meter } from "../meter.ts";
import { power } from "../operators/index.ts";
import { RunFault } from "../run-fault.ts";
import { type ScalarKind, scalar } from "../type.ts";
import { writeValue } from "../write-value.ts";
import type { NativeFunctions } from "./sql-dialect.ts";

/**
 * What the evaluator computes by itself, for a database that takes functions: each is registered as `tw_` and its name,
 * `sum` and `mean` as aggregates, `overflow` as one that is not deterministic, and each answers NULL where a value is NULL.
 */
export const nativeFunctions: NativeFunctions = {
  fold: foldText,
  upper: (text) => text.toUpperCase(),
  trim: trimBlanks,
  substitute: (text, part, replacement) => joinTexts(splitText(text, part), replacement, new Meter()) || null,
  canonical: (x) => (Number.isFinite(x) ? toCanonical(x) : null),
  round: (x, scale) => (Number.isFinite(x) ? roundToScale(x, scale) : null),
  nearest: (x) => finiteOrBlank(Math.round(x)),
  plus: (left, right) => finiteOrBlank(addDecimals(left, right)),
  minus: (left, right) => finiteOrBlank(subtractDecimals(left, right)),
  times: (left, right) => finiteOrBlank(multiplyDecimals(left, right)),
  remainder: (left, right) => finiteOrBlank(remainderOfDecimals(left, right)),
  power: (base, exponent) => power(base, exponent) as number | null,
  numberText: writePlainNumber,
  momentText: (count, family, locale) => writeValue(count, scalar(KINDS[family] as ScalarKind), locale),
  readMoment: (text, family, locale) =>
    family === "temporal"
      ? readTemporal(text, locale)
      : readMoment(text, scalar(KINDS[family] as ScalarKind), locale),
  monthEnd: (day, months) => endOfMonth(day, months),
  overflow: () => {
    throw new RunFault("run/overflow");
  },
  sum: (values) => finiteOrBlank(exactSum(values)),
  mean: (values) => finiteOrBlank(meanOf(values)),
};

function readMoment(text: string, type: ReturnType<typeof scalar>, locale: string): number | null {
  return (readText(text, type, locale) ?? null) as number | null;
}

const KINDS: Readonly<Record<string, ScalarKind>> = {
  date: "Date",
  time: "Time",
  datetime: "DateTime",
  duration: "Duration",
};

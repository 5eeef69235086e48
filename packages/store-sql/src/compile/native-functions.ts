import {
  addDecimals,
  chargeGrowth,
  divideDecimals,
  endOfMonth,
  exactSum,
  finiteOrBlank,
  foldText,
  joinTexts,
  meanOf,
  multiplyDecimals,
  raise,
  readTemporal,
  remainderOfDecimals,
  roundToScale,
  type ScalarKind,
  scalar,
  splitText,
  subtractDecimals,
  toCanonical,
  trimBlanks,
  valueOfText,
  writePlainNumber,
  writeValue,
} from "@tablewright/core/compiler";
import { EvaluationError, Meter } from "@tablewright/core/storage";
import type { NativeFunctions } from "./sql-dialect.ts";

/**
 * What the evaluator computes by itself, for a database that takes functions, on the budget of the caller who runs a statement at
 * the moment: each is registered as `tw_` and its name, `sum` and `mean` as aggregates, `overflow` as one that is
 * not deterministic, and each answers NULL where a value is NULL.
 */
export function nativeFunctionsWithin(meter: () => Meter): NativeFunctions {
  return {
    upper: (text) => chargeGrowth(text.toUpperCase(), text, meter()),
    lower: (text) => chargeGrowth(text.toLowerCase(), text, meter()),
    substitute: (text, part, other) => joinTexts(splitText(text, part), other, meter()) || null,
    tooLong: () => {
      throw new EvaluationError("limit/text-length", { limit: meter().limits.textLength });
    },
    fold: foldText,
    trim: trimBlanks,
    canonical: (x) => (Number.isFinite(x) ? toCanonical(x) : null),
    round: (x, scale) => (Number.isFinite(x) ? roundToScale(x, scale) : null),
    nearest: (x) => finiteOrBlank(Math.round(x)),
    plus: (left, right) => finiteOrBlank(addDecimals(left, right)),
    minus: (left, right) => finiteOrBlank(subtractDecimals(left, right)),
    times: (left, right) => finiteOrBlank(multiplyDecimals(left, right)),
    over: (left, right) => finiteOrBlank(divideDecimals(left, right)),
    remainder: (left, right) => finiteOrBlank(remainderOfDecimals(left, right)),
    power: (base, exponent) => raise(base, exponent) as number | null,
    numberText: writePlainNumber,
    momentText: (count, family, locale) => writeValue(count, scalar(KINDS[family] as ScalarKind), locale),
    readMoment: (text, family, locale, timeZone) =>
      family === "temporal"
        ? readTemporal(text, locale, timeZone)
        : ((valueOfText(text, scalar(KINDS[family] as ScalarKind), locale, timeZone) ?? null) as
            | number
            | null),
    monthEnd: (day, months) => endOfMonth(day, months),
    overflow: () => {
      throw new EvaluationError("run/overflow");
    },
    sum: (values) => finiteOrBlank(exactSum(values)),
    mean: (values) => finiteOrBlank(meanOf(values)),
  };
}

/** The same, each call on a budget of its own. */
export const nativeFunctions = nativeFunctionsWithin(() => new Meter());

const KINDS: Readonly<Record<string, ScalarKind>> = {
  date: "Date",
  time: "Time",
  datetime: "DateTime",
  duration: "Duration",
};

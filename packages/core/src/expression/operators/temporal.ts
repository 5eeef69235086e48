import {
  divideDecimals,
  FIRST_DAY,
  LAST_DAY,
  multiplyDecimals,
  SECONDS_PER_DAY,
  toCanonical,
} from "../../values/index.ts";
import type { Operator } from "../syntax/ast.ts";
import type { OperatorRule, TemporalRuleId } from "../tree/rules.ts";
import type { ScalarKind, TypeFamily } from "../tree/type.ts";

type Compute = (left: number, right: number) => number;

/** A blank date, time or date-time makes the result blank; a blank number or duration with one counts as 0. */
function temporal(id: TemporalRuleId, result: ScalarKind, compute: Compute): OperatorRule {
  const [left, operator, right] = id.split(" ") as [TypeFamily, Operator, TypeFamily];
  const evaluate: OperatorRule["evaluate"] = (a, b) => {
    if (a === null && (b === null || !isAmount(left))) return null;
    if (b === null && !isAmount(right)) return null;
    const value = compute((a ?? 0) as number, (b ?? 0) as number);
    return isWithin(result, value) ? value : null;
  };
  return { operator, left, right, id, result, evaluate };
}

function isAmount(family: TypeFamily): boolean {
  return family === "number" || family === "duration";
}

/** The calendar has the years 1 to 9999; a result outside is blank. */
function isWithin(kind: ScalarKind, value: number): boolean {
  if (kind === "Date") return value >= FIRST_DAY && value <= LAST_DAY;
  if (kind === "DateTime")
    return value >= FIRST_DAY * SECONDS_PER_DAY && value < (LAST_DAY + 1) * SECONDS_PER_DAY;
  return kind === "Decimal" ? Number.isFinite(value) : Number.isSafeInteger(value);
}

/** The time of day `seconds` after midnight, over as many midnights as it takes. */
function wrap(seconds: number): number {
  return ((seconds % SECONDS_PER_DAY) + SECONDS_PER_DAY) % SECONDS_PER_DAY;
}

const DAY = SECONDS_PER_DAY;
const addDays: Compute = (date, days) => date + Math.trunc(toCanonical(days));
const subtractDays: Compute = (date, days) => date - Math.trunc(toCanonical(days));
/** Whole seconds, a half rounded up. */
const scaled: Compute = (amount, factor) => Math.round(multiplyDecimals(amount, factor));
/** As decimals, so that a half is a half: 7 seconds by 0.56 are 12.5. */
const divided: Compute = (amount, divisor) => Math.round(toCanonical(divideDecimals(amount, divisor)));
const plus: Compute = (left, right) => left + right;
const minus: Compute = (left, right) => left - right;

export const temporalArithmetic: readonly OperatorRule[] = [
  temporal("date + number", "Date", addDays),
  temporal("number + date", "Date", (days, date) => addDays(date, days)),
  temporal("date - number", "Date", subtractDays),
  temporal("datetime + number", "DateTime", (at, days) => at + scaled(days, DAY)),
  temporal("number + datetime", "DateTime", (days, at) => at + scaled(days, DAY)),
  temporal("datetime - number", "DateTime", (at, days) => at - scaled(days, DAY)),
  temporal("date - date", "Duration", (left, right) => (left - right) * DAY),
  temporal("datetime - datetime", "Duration", minus),
  temporal("date - datetime", "Duration", (date, at) => date * DAY - at),
  temporal("datetime - date", "Duration", (at, date) => at - date * DAY),
  temporal("time - time", "Duration", minus),
  temporal("datetime + duration", "DateTime", plus),
  temporal("duration + datetime", "DateTime", plus),
  temporal("datetime - duration", "DateTime", minus),
  temporal("date + duration", "DateTime", (date, duration) => date * DAY + duration),
  temporal("duration + date", "DateTime", (duration, date) => date * DAY + duration),
  temporal("date - duration", "DateTime", (date, duration) => date * DAY - duration),
  temporal("time + duration", "Time", (time, duration) => wrap(time + duration)),
  temporal("duration + time", "Time", (duration, time) => wrap(time + duration)),
  temporal("time - duration", "Time", (time, duration) => wrap(time - duration)),
  temporal("duration + duration", "Duration", plus),
  temporal("duration - duration", "Duration", minus),
  temporal("duration * number", "Duration", scaled),
  temporal("number * duration", "Duration", scaled),
  temporal("duration / number", "Duration", divided),
  temporal("duration / duration", "Decimal", divideDecimals),
];

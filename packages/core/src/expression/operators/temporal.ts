import {
  divideDecimals,
  FIRST_DAY,
  LAST_DAY,
  multiplyDecimals,
  SECONDS_PER_DAY,
  toCanonical,
} from "../../values/index.ts";
import type { Operator } from "../syntax/ast.ts";
import type { OperatorRule } from "../tree/rules.ts";
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

const RULES = [
  ["date + number", "Date", addDays],
  ["number + date", "Date", (days, date) => addDays(date, days)],
  ["date - number", "Date", subtractDays],
  ["datetime + number", "DateTime", (at, days) => at + scaled(days, DAY)],
  ["number + datetime", "DateTime", (days, at) => at + scaled(days, DAY)],
  ["datetime - number", "DateTime", (at, days) => at - scaled(days, DAY)],
  ["date - date", "Duration", (left, right) => (left - right) * DAY],
  ["datetime - datetime", "Duration", minus],
  ["date - datetime", "Duration", (date, at) => date * DAY - at],
  ["datetime - date", "Duration", (at, date) => at - date * DAY],
  ["time - time", "Duration", minus],
  ["datetime + duration", "DateTime", plus],
  ["duration + datetime", "DateTime", plus],
  ["datetime - duration", "DateTime", minus],
  ["date + duration", "DateTime", (date, duration) => date * DAY + duration],
  ["duration + date", "DateTime", (duration, date) => date * DAY + duration],
  ["date - duration", "DateTime", (date, duration) => date * DAY - duration],
  ["time + duration", "Time", (time, duration) => wrap(time + duration)],
  ["duration + time", "Time", (duration, time) => wrap(time + duration)],
  ["time - duration", "Time", (time, duration) => wrap(time - duration)],
  ["duration + duration", "Duration", plus],
  ["duration - duration", "Duration", minus],
  ["duration * number", "Duration", scaled],
  ["number * duration", "Duration", scaled],
  ["duration / number", "Duration", divided],
  ["duration / duration", "Decimal", divideDecimals],
] as const satisfies readonly (readonly [string, ScalarKind, Compute])[];

/** What arithmetic of dates and times there is: the family on the left, the operator, the family on the right. */
export type TemporalRuleId = (typeof RULES)[number][0];

export const temporalArithmetic: readonly OperatorRule[] = RULES.map(([id, result, compute]) =>
  temporal(id, result, compute),
);

import { type BinaryNode, SECONDS_PER_DAY, type TemporalRuleId } from "@tablewright/core/compiler";
import { type SqlFragment, sql } from "../../fragments/sql-fragment.ts";
import { bindTerms } from "../bind-terms.ts";
import { phrase, type SqlDialect } from "../sql-dialect.ts";
import type { SqlScope } from "../sql-scope.ts";
import { type SqlRange, type SqlTerm, term, WHOLE } from "../sql-term.ts";
import { asCount, COUNTS } from "./conversion.ts";
import { overBlanks, rangeOfNumbers } from "./numbers.ts";

/** Arithmetic of dates, times and durations, in the integers that the evaluator has for them. */
export function compileTemporal(
  node: BinaryNode,
  left: SqlTerm,
  right: SqlTerm,
  scope: SqlScope,
): SqlTerm | undefined {
  const { rule } = node;
  const compute = COMPUTES[rule.id as TemporalRuleId] as Compute | undefined;
  if (compute === undefined) return undefined;
  const a = asCount(left, rule.left, scope.dialect);
  const b = asCount(right, rule.right, scope.dialect);
  const kind = RANGES[rule.result] ?? WHOLE;
  const make = (one: SqlTerm, other: SqlTerm): SqlTerm | undefined => {
    const result = compute(one, other, scope);
    if (result === undefined || overflows(result.range, scope)) return undefined;
    const isNullable = one.isNullable || other.isNullable;
    const mayThrow = one.mayThrow || other.mayThrow;
    const value = term("count", result.sql, { isNullable, mayThrow, range: result.range });
    return rule.result === "Time" ? value : within(value, kind, scope);
  };
  if (isAmount(rule.left) && isAmount(rule.right)) return overBlanks(a, b, scope, make);
  return make(isAmount(rule.left) ? amount(a) : a, isAmount(rule.right) ? amount(b) : b);
}

/** Whether the integer may be one that the database makes an error of. */
function overflows([low, high]: SqlRange, { dialect }: SqlScope): boolean {
  return !dialect.widensIntegers && (low < -LARGEST_INTEGER || high > LARGEST_INTEGER);
}

/** Of 64 bits, as a double. */
const LARGEST_INTEGER = 2 ** 62;

function isAmount(family: string): boolean {
  return family === "number" || family === "duration";
}

/** A blank amount with a date or time counts as 0. */
function amount(value: SqlTerm): SqlTerm {
  if (!value.isNullable) return value;
  const { constant: _, ...others } = value;
  const text = value.constant === null ? sql`0` : sql`coalesce(${value.sql}, 0)`;
  const [low, high] = value.constant === null ? [0, 0] : value.range;
  const form = value.constant === null && value.form !== "count" ? "integer" : value.form;
  return {
    ...others,
    form,
    sql: text,
    isNullable: false,
    isSimple: false,
    range: [Math.min(low, 0), Math.max(high, 0)],
  };
}

/** Blank outside the calendar, or beyond what a whole number can hold. */
function within(value: SqlTerm, kind: SqlRange, scope: SqlScope): SqlTerm | undefined {
  const [low, high] = value.range;
  if (low >= kind[0] && high <= kind[1]) return value;
  const [least, most] = kind.map((bound) => scope.dialect.bound(bound, "integer")) as [
    SqlFragment,
    SqlFragment,
  ];
  return bindTerms([{ ...value, range: kind }], scope, ([bound]) => {
    const one = bound as SqlTerm;
    const text = sql`case when ${one.sql} between ${least} and ${most} then ${one.sql} end`;
    return { ...one, sql: text, isNullable: true, isSimple: false };
  });
}

const RANGES: Readonly<Record<string, SqlRange>> = { Date: COUNTS.date, DateTime: COUNTS.datetime };

interface Computed {
  readonly sql: SqlFragment;
  readonly range: SqlRange;
}

type Compute = (left: SqlTerm, right: SqlTerm, scope: SqlScope) => Computed | undefined;

const plus: Compute = (a, b) => ({
  sql: sql`(${a.sql} + ${b.sql})`,
  range: [a.range[0] + b.range[0], a.range[1] + b.range[1]],
});

const minus: Compute = (a, b) => ({
  sql: sql`(${a.sql} - ${b.sql})`,
  range: [a.range[0] - b.range[1], a.range[1] - b.range[0]],
});

/** Any range: what a double may come to. */
const ANY: SqlRange = [-Number.MAX_VALUE, Number.MAX_VALUE];

/** Days with a fraction as whole days, the fraction cut, or as seconds, rounded. */
function fromReal(days: SqlTerm, isSeconds: boolean, { dialect }: SqlScope): SqlTerm | undefined {
  const exact = days.form === "canonical" ? days.sql : dialect.native?.("canonical", [days.sql]);
  const whole = isSeconds
    ? nearest(dialect.native?.("times", [days.sql, dialect.bound(SECONDS_PER_DAY, "real")]), dialect)
    : exact && phrase(dialect, "cutFraction", exact);
  return (
    whole && {
      ...days,
      form: "integer",
      sql: phrase(dialect, "asInteger", whole),
      isSimple: false,
      range: ANY,
    }
  );
}

function nearest(seconds: SqlFragment | undefined, dialect: SqlDialect): SqlFragment | undefined {
  return seconds && dialect.native?.("nearest", [seconds]);
}

/** Days as seconds. */
function inSeconds(days: SqlTerm): SqlTerm {
  const [low, high] = days.range;
  return {
    ...days,
    sql: sql`(${days.sql} * 86400)`,
    isSimple: false,
    range: [low * SECONDS_PER_DAY, high * SECONDS_PER_DAY],
  };
}

/** A date and a number of days. */
function withDays(compute: Compute): Compute {
  return (date, days, scope) => {
    const whole = days.form === "integer" ? days : fromReal(days, false, scope);
    return whole && compute(date, whole, scope);
  };
}

/** A wall-clock time and a number of days. */
function withSeconds(compute: Compute): Compute {
  return (at, days, scope) => {
    const seconds = days.form === "integer" ? inSeconds(days) : fromReal(days, true, scope);
    return seconds && compute(at, seconds, scope);
  };
}

/** The time of day after so many seconds; doubles lose what the evaluator's lose. */
function wrapped(compute: Compute): Compute {
  return (a, b, scope) => {
    const { dialect } = scope;
    const sum = compute({ ...a, sql: phrase(dialect, "asReal", a.sql) }, b, scope);
    const seconds = sum && phrase(dialect, "asInteger", sum.sql);
    return seconds && { sql: sql`((${seconds} % 86400 + 86400) % 86400)`, range: COUNTS.time };
  };
}

const swapped =
  (compute: Compute): Compute =>
  (a, b, scope) =>
    compute(b, a, scope);

const COMPUTES: Readonly<Record<TemporalRuleId, Compute>> = {
  "date + number": withDays(plus),
  "number + date": swapped(withDays(plus)),
  "date - number": withDays(minus),
  "datetime + number": withSeconds(plus),
  "number + datetime": swapped(withSeconds(plus)),
  "datetime - number": withSeconds(minus),
  "date - date": (a, b, scope) => minus(inSeconds(a), inSeconds(b), scope),
  "datetime - datetime": minus,
  "date - datetime": (a, b, scope) => minus(inSeconds(a), b, scope),
  "datetime - date": (a, b, scope) => minus(a, inSeconds(b), scope),
  "time - time": minus,
  "datetime + duration": plus,
  "duration + datetime": plus,
  "datetime - duration": minus,
  "date + duration": (a, b, scope) => plus(inSeconds(a), b, scope),
  "duration + date": (a, b, scope) => plus(a, inSeconds(b), scope),
  "date - duration": (a, b, scope) => minus(inSeconds(a), b, scope),
  "time + duration": wrapped(plus),
  "duration + time": swapped(wrapped(plus)),
  "time - duration": wrapped(minus),
  "duration + duration": plus,
  "duration - duration": minus,
  "duration * number": (a, b, scope) => times(a, b, scope),
  "number * duration": swapped((a, b, scope) => times(a, b, scope)),
  "duration / number": () => undefined,
  "duration / duration": () => undefined,
};

function times(duration: SqlTerm, factor: SqlTerm, { dialect }: SqlScope): Computed | undefined {
  if (factor.form !== "integer") {
    const seconds = nearest(
      dialect.native?.("times", [phrase(dialect, "asReal", duration.sql), factor.sql]),
      dialect,
    );
    return seconds && { sql: phrase(dialect, "asInteger", seconds), range: ANY };
  }
  const corners = duration.range.flatMap((a) => factor.range.map((b) => a * b));
  return { sql: sql`(${duration.sql} * ${factor.sql})`, range: rangeOfNumbers(corners) };
}

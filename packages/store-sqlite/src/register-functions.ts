import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { DecimalSum, readIsoDateTime, writeIsoDateTime } from "@tablewright/core/compiler";
import type { Meter } from "@tablewright/core/storage";
import { nativeFunctionsWithin } from "@tablewright/store-sql";
import { RunningStatement } from "./running-statement.ts";

/**
 * Gives a connection the functions of the evaluator, so that it computes what the evaluator does, on the budget of the
 * request that a statement is for. They answer NULL for NULL. Indexes on the fold of texts call them whenever a row is
 * written.
 */
export function registerFunctions(database: DatabaseSync): RunningStatement {
  const running = new RunningStatement();
  const { sum, mean, overflow, tooLong, ...pure } = nativeFunctionsWithin(() => running.work);
  const metered = (evaluate: unknown) => running.watched(strict(evaluate, running));
  for (const [name, evaluate] of Object.entries({ ...pure, ...FORMS_OF_SOURCES }))
    database.function(`tw_${name}`, { deterministic: true, varargs: true }, metered(evaluate));
  database.function("tw_overflow", running.watched(overflow));
  database.function("tw_tooLong", { varargs: true }, metered(tooLong));
  const list = (
    name: string,
    evaluate: (values: readonly number[]) => number | null,
    meterOf?: () => Meter,
  ) => {
    const add = running.watched((values: number[], value: SQLInputValue) => {
      meterOf?.().spend(1);
      running.read(CHARACTERS_OF_A_VALUE);
      if (value !== null) values.push(value as number);
      return values;
    });
    const result = running.watched((values: number[]) => evaluate(values));
    // SQLite takes as many values as the function has parameters after its first.
    database.aggregate(`tw_${name}`, {
      start: () => [] as never,
      step: (values: unknown, value) => add(values as number[], value) as never,
      result: (values: unknown) => result(values as number[]),
    });
  };
  list("sum", sum);
  list("sum_spend", sum, () => running.meter);
  list("sum_spend_filter", sum, () => running.filterMeter);
  list("mean", mean);
  const addExactly = running.watched((sum: DecimalSum, value: SQLInputValue) => {
    running.read(CHARACTERS_OF_A_VALUE);
    if (value !== null) sum.add(typeof value === "number" ? value : Number.NaN);
    return sum;
  });
  database.aggregate("tw_total", {
    start: () => new DecimalSum() as never,
    step: (sum: unknown, value) => addExactly(sum as DecimalSum, value) as never,
    result: (sum: unknown) => (sum as DecimalSum).text() ?? "NaN",
  });
  const spending = (meterOf: () => Meter) =>
    running.watched(() => {
      meterOf().spend(1);
      running.tick(1);
      return 1;
    });
  const spend = spending(() => running.meter);
  database.function("tw_spend", { varargs: true }, spend);
  const spendOfFilters = spending(() => running.filterMeter);
  database.function("tw_spend_filter", { varargs: true }, spendOfFilters);
  const tick = running.watched(() => {
    running.tick(1);
    return 1;
  });
  for (const name of ["tw_tick", "tw_tickOnce"]) database.function(name, { varargs: true }, tick);
  return running;
}

/** Columns of other programs may hold numbers where texts are expected. */
const FORMS_OF_SOURCES = {
  digits: (stored: SQLInputValue) => String(stored),
  instant: (stored: SQLInputValue, parts: SQLInputValue) =>
    writeIsoDateTime(Math.floor(Number(stored) / Number(parts))),
  moment: (stored: SQLInputValue) => (typeof stored === "string" ? storedMoment(stored) : stored),
  timeOfDay: (stored: SQLInputValue) => (typeof stored === "string" ? readTimeOfDay(stored) : stored),
};

/** A value that is summed costs a step. */
const CHARACTERS_OF_A_VALUE = 64;

function strict(evaluate: unknown, running: RunningStatement): (...values: SQLInputValue[]) => SQLInputValue {
  const answer = evaluate as (...values: SQLInputValue[]) => SQLInputValue;
  return (...values) => {
    let characters = 0;
    for (const value of values) {
      if (value === null || typeof value === "object") return null; // a blob in a column of another program
      if (typeof value === "string") characters += value.length;
    }
    running.read(characters);
    return answer(...values);
  };
}

/**
 * `YYYY-MM-DDTHH:MM:SS` of a moment in a form of other programs: with parts of a second, without seconds or without a time, and
 * with an offset as UTC, ending with `Z`. A text in no such form is answered as it is, so that its reader can say where it is.
 */
function storedMoment(text: string): string {
  const [, day, minute = "00:00", second = "00", zone, sign, hours = "00", minutes = "00"] =
    MOMENT.exec(text) ?? [];
  const local = readIsoDateTime(`${day}T${minute}:${second}`);
  if (local === null) return day === "0000-00-00" ? `${day}T${minute}:${second}` : text;
  const offset = Number(hours) * 3_600 + Number(minutes) * 60;
  const moment = writeIsoDateTime(sign === "-" ? local + offset : local - offset);
  return zone === undefined ? moment : `${moment}Z`;
}

/** How a text ends that is an instant in the form of another: with its fractions, as zeros, and in UTC. */
export function endOfInstant(text: string): string {
  const [, fractions = "", blank = "", offset = ""] = END.exec(text) ?? [];
  return `${fractions.replaceAll(/\d/gu, "0")}${blank}${/^[+-]/u.test(offset) ? `+${offset.slice(1).replaceAll(/\d/gu, "0")}` : offset}`;
}

const END = /(?<=:\d\d)(\.\d+)?( ?)(Z|[+-][\d:]+)?$/u;

/** `HH:MM:SS` of a time of day without seconds or with parts of one; any other text as it is. */
function readTimeOfDay(text: string): string {
  const [, minute, second = "00"] = TIME.exec(text) ?? [];
  return minute === undefined ? text : `${minute}:${second}`;
}

const MOMENT =
  /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(?::(\d\d)(?:\.\d+)?)?(?: ?(Z|([+-])([01]\d|2[0-3])(?::?([0-5]\d))?))?)?$/u;

const TIME = /^(\d\d:\d\d)(?::(\d\d)(?:\.\d+)?)?$/u;

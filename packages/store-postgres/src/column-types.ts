import { plainDigits, writeIsoDateTime, writePlainNumber } from "@tablewright/core/compiler";
import { readByUtc, type SqlValue } from "@tablewright/store-sql";
import type { CustomTypesConfig } from "pg";
import { readStoredList } from "./stored-list.ts";

/**
 * How what PostgreSQL sends as text becomes what stores bind and read: yes/no as 1 and 0, numbers as numbers, dates and times
 * as ISO text without fractions of a second. What is none of ours, such as `infinity`, stays the text that it is.
 */
export const readColumnTypes: CustomTypesConfig = {
  getTypeParser: ((type: number) => PARSERS.get(type) ?? asIs) as CustomTypesConfig["getTypeParser"],
};

const asIs = (text: string) => text;

function numberOr(text: string): number | string {
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}

/** A number with more digits than a double holds stays the text that it is. */
function exactNumberOr(text: string): number | string {
  const number = numberOr(text);
  if (text.length <= 15 || typeof number === "string") return number;
  return plainDigits(text) === writePlainNumber(number) ? number : text;
}

/** Of a time, or of a date with one. */
function withoutFraction(text: string): string {
  const [, day = "", time] = MOMENT.exec(text) ?? [];
  if (time === undefined) return text;
  return day === "" ? time : `${day.slice(0, -1)}T${time}`;
}

const MOMENT = /^(\d{4}-\d\d-\d\d )?(\d\d:\d\d:\d\d)(?:\.\d+)?$/u;

/** An instant by the clock of UTC, whatever zone the session has. */
function ofUtc(text: string): string {
  const [, day = "", time, sign, hours = "0", minutes = "0", seconds = "0", era] = INSTANT.exec(text) ?? [];
  // The year before the first one is 1 BC here, and 0 in ISO.
  if (era !== undefined && !day.startsWith("0001-")) return text;
  const local = readByUtc(`${era === undefined ? day : `0000${day.slice(4)}`}T${time}`);
  if (local === null) return text;
  const offset = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
  return writeIsoDateTime(local + (sign === "-" ? offset : -offset));
}

const INSTANT = /^(\d{4,5}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.\d+)?([+-])(\d\d)(?::(\d\d))?(?::(\d\d))?( BC)?$/u;

/** One of another program that is not exact in a number of JavaScript stays the text that it is. */
function wholeNumber(text: string): number | string {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
}

/** By the number PostgreSQL gives a type. */
const PARSERS: ReadonlyMap<number, (text: string) => SqlValue> = new Map<number, (text: string) => SqlValue>([
  [16, (text) => (text === "t" ? 1 : 0)],
  [20, wholeNumber],
  [21, Number],
  [23, Number],
  [700, numberOr],
  [701, numberOr],
  [1083, withoutFraction],
  [1114, withoutFraction],
  [1184, ofUtc],
  [1700, exactNumberOr],
  [3802, readStoredList],
]);

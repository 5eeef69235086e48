import type { ScalarKind } from "../../expression/parts.ts";
import {
  BoundedCache,
  dayNumberOf,
  defaultLocale,
  hasOffset,
  type JsonValue,
  localeForms,
  readDate,
  readDateOrDateTime,
  readDateTime,
  readDayOfMidnight,
  readDuration,
  readTime,
  type Value,
  writeDuration,
  writeLocaleDate,
  writeLocaleDateTime24,
  writeLocaleTime24,
} from "../../values/index.ts";
import type { ColumnType, Reading, Writing } from "./column-type.ts";
import { type ColumnTypeDeclaration, checkBounds, defineColumnType } from "./define-column-type.ts";

/** A day of the calendar; ISO in every Locale, else in the Locale's order. Its midnight is taken for the day. */
export const dateType = defineTemporalType({
  name: "Date",
  summary: "A day.",
  expected: (cell, { locale }) =>
    typeof cell === "string" && readDateTime(cell, locale) !== null
      ? "a date: it has a time of day other than midnight"
      : "a date",
  sample: dayNumberOf(2026, 8, 31),
  read: (text, reading) =>
    readDate(text, reading.locale) ?? readDayOfMidnight(text, reading.locale, () => reading.timeZone),
  write: writeLocaleDate,
  writerFor: ({ locale }) => dayWriterOf(locale),
});

function dayWriterOf(locale: string): (value: Value) => JsonValue {
  return dayWriters.getOrMake(locale, () => {
    const write = rememberDays((day) => writeLocaleDate(day, locale));
    return (value) => (value === null ? "" : write(Number(value)));
  });
}

/** Callers choose among hundreds, and each costs as much memory as its days. */
const dayWriters = new BoundedCache<string, (value: Value) => JsonValue>(8);

/** The writing of days, each done once: the rows of a table share few days, and to write one costs more than to look it up. */
function rememberDays(write: (day: number) => string): (day: number) => string {
  const written = new Map<number, string>();
  return (day) => {
    const existing = written.get(day);
    if (existing !== undefined) return existing;
    if (written.size >= MOST_REMEMBERED) written.clear();
    const text = write(day);
    written.set(day, text);
    return text;
  };
}

/** The days of a century or so. */
const MOST_REMEMBERED = 40_000;

/** A time of day, in seconds after midnight. */
export const timeType = defineTemporalType({
  name: "Time",
  summary: "A time of day.",
  expected: "a time",
  sample: (18 * 60 + 30) * 60,
  read: readTime,
  write: writeLocaleTime24,
});

/** Wall-clock time: an offset that is sent is converted to the request's time zone, then dropped. A date is its midnight. */
export const dateTimeType = defineTemporalType({
  name: "DateTime",
  summary: "A day and a time of day.",
  expected: "a date and time",
  sample: 1_788_201_000,
  read: (text, reading) =>
    readDateOrDateTime(text, reading.locale, hasOffset(text) ? reading.timeZone : undefined),
  write: writeLocaleDateTime24,
});

/** A span of time in seconds, below zero too. */
export const durationType = defineTemporalType({
  name: "Duration",
  summary: "A span of time.",
  expected: "a duration",
  sample: 12 * 3600,
  read: readDuration,
  write: writeDuration,
});

interface TemporalDeclaration
  extends Pick<ColumnTypeDeclaration, "summary" | "expected" | "sample" | "writerFor"> {
  readonly name: ScalarKind;
  /** Null for a text that does not read as the Locale of the reading has it. */
  readonly read: (text: string, reading: Pick<Reading, "locale" | "timeZone">) => number | null;
  readonly write: (value: number, locale: string) => string;
}

/** A type of dates and times: texts outside, whole numbers inside. */
function defineTemporalType({ read, write, ...declaration }: TemporalDeclaration): ColumnType {
  const writeText = (value: Value, { locale }: Writing) => write(Number(value), locale);
  return defineColumnType({
    ...declaration,
    storage: "integer",
    mayBeKey: true,
    options: declaration.name === "DateTime" ? ["min", "max", "instant"] : ["min", "max"],
    expressionType: () => ({ kind: declaration.name }),
    readCell: (cell, reading) => {
      const value = typeof cell === "string" ? readInLocale(cell, reading, read) : null;
      return value === null ? undefined : { value };
    },
    writeText,
    check: (value, writing) => checkBounds(value, writing, writeText),
  });
}

/**
 * As the Locale has it; a date as the caller is answered (03/12/2026) with its month first, except where the Locale writes such
 * dates with the day first. There the Locale decides, and only what it cannot mean has its month first.
 */
function readInLocale(text: string, reading: Reading, read: TemporalDeclaration["read"]): number | null {
  if (!reading.isAnsweredMonthFirst || !MONTH_FIRST.test(text)) return read(text, reading);
  const monthFirst = () => read(text, { locale: defaultLocale, timeZone: reading.timeZone });
  const forms = localeForms(reading.locale);
  const isDayFirst = forms?.dateOrder === "DMY" && forms.dateSeparator === "/";
  return isDayFirst ? (read(text, reading) ?? monthFirst()) : (monthFirst() ?? read(text, reading));
}

const MONTH_FIRST = /^\s*\d{1,2}\/\d{1,2}\/\d{4}/u;

import * as iso from "@tablewright/core/compiler";
import {
  FIRST_DAY,
  instantsOf,
  LAST_DAY,
  readIsoDateTime,
  SECONDS_PER_DAY,
  wallSecondsOf,
  writeIsoDateTime,
} from "@tablewright/core/compiler";
import { readObjects, type Type, type Value, writeObjects } from "@tablewright/core/storage";
import type { StoredForm } from "../compile/sql-table.ts";

/** What is bound to a statement and read from a column; yes/no are 1 and 0. */
export type SqlValue = string | number | null;

/** A value as its column keeps it. Throws when the column cannot keep it exactly: nobody may have let it through. */
export function writeSqlValue(value: Value, form: StoredForm, objects?: Type): SqlValue {
  if (value === null) return null;
  if (objects !== undefined) return writeObjects(value, objects);
  const write = WRITERS[form];
  return write === undefined ? (value as SqlValue) : write(value);
}

/** Back from a column, the same as it was written. Throws when another program has put there what is no such value. */
export function readSqlValue(stored: SqlValue, form: StoredForm, objects?: Type): Value {
  if (stored === null) return null;
  if (objects !== undefined) return readObjects(String(stored), objects);
  const read = READERS[form];
  return read === undefined ? stored : read(stored);
}

/** Dates and times are ISO texts, which every database orders as the calendar does. */
const MOMENTS = {
  date: { write: iso.writeIsoDate, read: iso.readIsoDate, value: "day number" },
  time: { write: iso.writeIsoTime, read: iso.readIsoTime, value: "second of a day" },
  datetime: {
    write: iso.writeIsoDateTime,
    read: iso.readIsoDateTime,
    value: "second of a day that has a number",
  },
} as const;

function writeMoment(form: keyof typeof MOMENTS): (value: Value) => SqlValue {
  const { write, read, value: what } = MOMENTS[form];
  return (value) => {
    const text = write(value as number);
    if (read(text) !== value) throw new RangeError(`${value} is no ${what}.`);
    return text;
  };
}

function readMoment(form: keyof typeof MOMENTS): (stored: SqlValue) => Value {
  return (stored) => {
    const value = MOMENTS[form].read(String(stored));
    if (value === null) throw new RangeError(`"${stored}" is no ${form}.`);
    return value;
  };
}

const WRITERS: Readonly<Partial<Record<StoredForm, (value: Value) => SqlValue>>> = {
  text: (value) => refuseUnstorable(value as string),
  boolean: (value) => (value === true ? 1 : 0),
  date: writeMoment("date"),
  time: writeMoment("time"),
  datetime: writeMoment("datetime"),
  json: (value) => JSON.stringify(value),
};

const READERS: Readonly<Partial<Record<StoredForm, (stored: SqlValue) => Value>>> = {
  integer: numberOf,
  real: numberOf,
  boolean: (stored) => stored === 1,
  date: readMoment("date"),
  time: readMoment("time"),
  datetime: readMoment("datetime"),
  json: (stored) => readList(String(stored)),
};

/** Of what a database computes with more digits than a double holds. */
function numberOf(stored: SqlValue): Value {
  return typeof stored === "string" && Number.isFinite(Number(stored)) ? Number(stored) : stored;
}

function readList(text: string): Value {
  const list: unknown = JSON.parse(text);
  if (Array.isArray(list)) return list as Value;
  throw new RangeError(`${JSON.stringify(text)} is no list.`);
}

/** NUL and lone surrogates, which the engine does not store: databases would change them without a word. */
function refuseUnstorable(text: string): string {
  if (text.isWellFormed() && !text.includes("\0")) return text;
  throw new RangeError(`${JSON.stringify(text)} has characters that no database keeps.`);
}

/** Rows for one statement each: of few sizes, so that there are few shapes, with no more values and text than is good. */
export function* chunksOf(rows: readonly Values[]): Generator<readonly Values[]> {
  for (let start = 0; start < rows.length; ) {
    const width = rows[start]?.length ?? 1;
    let size = SIZES.find((most) => most <= rows.length - start && most * width <= MOST_VALUES) ?? 1;
    while (size > 1 && lengthOf(rows.slice(start, start + size)) > MOST_TEXT) size /= 4;
    yield rows.slice(start, start + size);
    start += size;
  }
}

function lengthOf(rows: readonly Values[]): number {
  let length = 0;
  for (const row of rows) for (const value of row) if (typeof value === "string") length += value.length;
  return length;
}

const SIZES = [256, 64, 16, 4, 1];
const MOST_VALUES = 16_384;
const MOST_TEXT = 1_048_576;

type Values = readonly SqlValue[];

/** Instants, which databases keep as ISO text by the clock of UTC, and which are read by the clock of a zone. */

/** The wall-clock seconds of an instant; undefined for what is none, or lies outside of the calendar there. */
export function readInstant(text: string, timeZone: string): number | undefined {
  const utc = readByUtc(text);
  if (utc === null) return undefined;
  const wall = wallSecondsOf(utc, timeZone);
  return wall < FIRST || wall > LAST ? undefined : wall;
}

/**
 * The seconds of an instant since 1970-01-01. It may lie in the year 10000, or in the year 0 before the first, because years begin
 * earlier in some zones than in others.
 */
export function readByUtc(text: string): number | null {
  const [, year, rest] = /^(10000|0000)(-.*)$/u.exec(text) ?? [];
  if (year === undefined) return readIsoDateTime(text);
  const read = readIsoDateTime(`2000${rest}`);
  return read === null ? null : read + (year === "0000" ? -TWO_MILLENNIA : MILLENNIA);
}

/** Every instant at which the clock shows a reading. */
export function writeInstants(wall: number, timeZone: string): readonly string[] {
  return instantsOf(wall, timeZone).map(writeIsoDateTime);
}

/** Seconds from the year 2000 to the year 10000. */
const MILLENNIA = 20 * 146_097 * SECONDS_PER_DAY;
/** From the year 0 to the year 2000. */
const TWO_MILLENNIA = 5 * 146_097 * SECONDS_PER_DAY;

const FIRST = FIRST_DAY * SECONDS_PER_DAY;
const LAST = (LAST_DAY + 1) * SECONDS_PER_DAY - 1;

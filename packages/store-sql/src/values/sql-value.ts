import { readObjects, type Type, type Value, writeObjects } from "@tablewright/core/storage";
import type { StoredForm } from "../compile/sql-table.ts";
import {
  dayOfText,
  momentOfText,
  secondsOfText,
  textOfDay,
  textOfMoment,
  textOfSeconds,
} from "./iso-date-time.ts";

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

const WRITERS: Readonly<Partial<Record<StoredForm, (value: Value) => SqlValue>>> = {
  text: (value) => refuseUnstorable(value as string),
  boolean: (value) => (value === true ? 1 : 0),
  date: (value) => textOfDay(value as number),
  time: (value) => textOfSeconds(value as number),
  datetime: (value) => textOfMoment(value as number),
  json: (value) => JSON.stringify(value),
};

const READERS: Readonly<Partial<Record<StoredForm, (stored: SqlValue) => Value>>> = {
  integer: numberOf,
  real: numberOf,
  boolean: (stored) => stored === 1,
  date: (stored) => dayOfText(String(stored)),
  time: (stored) => secondsOfText(String(stored)),
  datetime: (stored) => momentOfText(String(stored)),
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

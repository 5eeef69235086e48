import { plainDigits, writeIsoDateTime, writePlainNumber } from "@tablewright/core/compiler";
import {
  type OwnTableDialect,
  readByUtc,
  type SqlValue,
  type StoredForm,
  sqlOf,
} from "@tablewright/store-sql";
import type { CustomTypesConfig } from "pg";

/** The type of a column, without what narrows it, as casts name it. */
export function nativeTypeName(form: StoredForm): string {
  switch (form) {
    case "integer":
    case "duration":
      return "bigint";
    case "real":
      return "numeric";
    case "boolean":
    case "date":
    case "time":
      return form;
    case "datetime":
      return "timestamp";
    case "json":
      return "jsonb";
    default:
      return "text";
  }
}

/**
 * The type of a column: the one that people look for there. Seconds have no fractions, which we could not read. Texts are compared byte by byte, which is exact, and the same on every machine: an index does not
 * break when the machine's own rules of language change.
 */
export function nativeColumnType(form: StoredForm): string {
  if (form === "text") return 'text collate "C"';
  return form === "time" || form === "datetime" ? `${nativeTypeName(form)}(0)` : nativeTypeName(form);
}

/** Parameters that take, each for its type, the values of one column of many rows. */
export function listParameters(types: readonly string[], first = 1): string {
  return types.map((type, at) => `$${first + at}::${type}[]`).join(", ");
}

/** How PostgreSQL keeps the outbox and the run history. */
export const postgresOwnTables: OwnTableDialect = {
  typeOf: nativeColumnType,
  placeholder: (position) => `$${position}`,
  idType: nativeColumnType("text"),
  sequence: "bigint generated always as identity primary key",
  tableEnding: "",
};

/** A number as it is computed with. */
export const asDouble = sqlOf("($1)::double precision");

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

/**
 * Lists and objects as `jsonb` keeps them. It takes neither NUL nor half characters, which a text may have: such a text is an object
 * whose one member is the text in JSON, and so is an object that looks like one of these.
 */
export function writeStoredList(json: string): string {
  if (!UNSTORABLE.test(json) && !json.includes(MEMBER)) return json;
  return JSON.stringify(wrap(JSON.parse(json)));
}

/** Back as the JSON text of the list or the object. */
export function readStoredList(json: string): string {
  return json.includes(`"${MEMBER}"`) ? JSON.stringify(unwrap(JSON.parse(json))) : json;
}

/** Escapes of what `jsonb` does not take, or what reads like them, to JavaScript as to PostgreSQL. */
export const UNSTORABLE = /\\u(?:0000|d[89a-f])/iu;

function wrap(value: unknown): unknown {
  if (typeof value === "string")
    return value.isWellFormed() && !value.includes("\0") ? value : { [MEMBER]: JSON.stringify(value) };
  return isWrapper(value) ? { [MEMBER]: JSON.stringify(value) } : mapParts(value, wrap);
}

function unwrap(value: unknown): unknown {
  return isWrapper(value) ? JSON.parse(value[MEMBER]) : mapParts(value, unwrap);
}

function mapParts(value: unknown, change: (part: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(change);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, change(part)]));
}

function isWrapper(value: unknown): value is Readonly<Record<typeof MEMBER, string>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const names = Object.keys(value);
  return names.length === 1 && names[0] === MEMBER && typeof Reflect.get(value, MEMBER) === "string";
}

const MEMBER = "tablewright:json";

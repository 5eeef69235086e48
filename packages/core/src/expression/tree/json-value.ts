import {
  type JsonValue,
  readDate,
  readDateOrDateTime,
  readDuration,
  readIsoDate,
  readIsoDateTime,
  readLatLong,
  readTime,
  readXY,
  toCanonical,
  type Value,
  writeDuration,
  writeIsoDate,
  writeIsoDateTime,
  writeIsoTime,
} from "../../values/index.ts";
import { type Type, valueFamilyOf } from "./type.ts";

/** Writes the values of one type in their JSON form: ISO dates, numbers, booleans, arrays, null for blank. */
export type JsonWriter = (value: Value) => JsonValue;

export function jsonWriterOf(type: Type): JsonWriter {
  if (type.kind === "List") return writeList(jsonWriterOf(type.item));
  switch (valueFamilyOf(type)) {
    case "date":
      return writeDate;
    case "time":
      return writeTime;
    case "datetime":
      return writeDateTime;
    case "duration":
      return writeSpan;
    default:
      return writePlain;
  }
}

/** A value in its JSON form, where there is only one of its type. */
export function writeJson(value: Value, type: Type): JsonValue {
  return jsonWriterOf(type)(value);
}

const writeDate: JsonWriter = (value) => (typeof value === "number" ? writeIsoDate(value) : value);
const writeTime: JsonWriter = (value) => (typeof value === "number" ? writeIsoTime(value) : value);
const writeDateTime: JsonWriter = (value) => (typeof value === "number" ? writeIsoDateTime(value) : value);
const writeSpan: JsonWriter = (value) => (typeof value === "number" ? writeDuration(value) : value);
const writePlain: JsonWriter = (value) => (typeof value === "number" ? toCanonical(value) : value);

function writeList(writeItem: JsonWriter): JsonWriter {
  return (value) => ((value ?? []) as readonly Value[]).map(writeItem);
}

/** Reads the values of one type from their JSON form; undefined for what has another form. A missing cell is blank. */
export type JsonReader = (json: JsonValue | undefined) => Value | undefined;

export function jsonReaderOf(type: Type): JsonReader {
  if (type.kind === "List") return readList(jsonReaderOf(type.item));
  switch (valueFamilyOf(type)) {
    case "number":
      return readNumber;
    case "yes/no":
      return readYesNo;
    case "date":
      return readDay;
    case "time":
      return readClock;
    case "datetime":
      return readInstant;
    case "duration":
      return readSpan;
    case "point":
      return type.kind === "XY" ? readPoint : readPlace;
    default:
      return type.kind === "Any" ? readAny : readPlain;
  }
}

const isBlank = (json: JsonValue | undefined) => json === null || json === undefined || json === "";

const readNumber: JsonReader = (json) => {
  if (typeof json === "number") return Number.isFinite(json) ? toCanonical(json) : undefined;
  return isBlank(json) ? null : undefined;
};

const readYesNo: JsonReader = (json) => {
  if (typeof json === "boolean") return json;
  return isBlank(json) ? null : undefined;
};

const readPlain: JsonReader = (json) => {
  if (typeof json === "string") return json === "" ? null : json;
  if (isBlank(json)) return null;
  return typeof json === "object" ? undefined : String(json);
};

const readAny: JsonReader = (json) => {
  if (json === null || json === undefined || json === "") return null;
  return typeof json === "object" ? undefined : json;
};

// ISO forms read alike in every Locale; the strict readers of what is written in them are several times as fast.
const readDay: JsonReader = (json) => {
  if (typeof json !== "string" || json === "") return isBlank(json) ? null : undefined;
  return readIsoDate(json) ?? readDate(json, ISO_LOCALE) ?? undefined;
};

const readClock = fromText(readTime);
const readInstant = fromText((text) => readIsoDateTime(text) ?? readDateOrDateTime(text, ISO_LOCALE));
const readSpan = fromText(readDuration);
const readPlace = fromText(readLatLong);
const readPoint = fromText(readXY);

const ISO_LOCALE = "en-US";

function fromText(read: (text: string) => Value): JsonReader {
  return (json) => {
    if (typeof json === "string" && json !== "") return read(json) ?? undefined;
    return isBlank(json) ? null : undefined;
  };
}

function readList(readItem: JsonReader): JsonReader {
  return (json) => {
    if (isBlank(json)) return [];
    if (!Array.isArray(json)) return undefined;
    const items = json.map((one) => readItem(one));
    return items.includes(undefined) ? undefined : (items as Value[]);
  };
}

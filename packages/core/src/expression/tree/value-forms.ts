import {
  displayDateTime,
  displayTime,
  hasOffset,
  type JsonValue,
  LIST_SEPARATOR,
  readDate,
  readDateOrDateTime,
  readDuration,
  readIsoDate,
  readIsoDateTime,
  readLatLong,
  readTime,
  readXY,
  SECONDS_PER_DAY,
  toCanonical,
  type Value,
  wallSecondsAt,
  writeDuration,
  writeIsoDate,
  writeIsoDateTime,
  writeIsoTime,
  writeLocaleDate,
  writePlainNumber,
} from "../../values/index.ts";
import { joinTexts, type Meter } from "../runtime/meter.ts";
import { isWholeNumber, type Type, valueFamilyOf } from "./type.ts";

/**
 * The text of a value where text is built (`&`, CONCATENATE): the whole value, numbers without grouping; blank is "".
 * With a meter the text of a list is built only when the budget allows its length.
 */
export function writeValue(value: Value, type: Type, locale: string, meter?: Meter): string {
  if (value === null) return "";
  if (type.kind === "List") {
    const items = (value as readonly Value[]).map((item) => writeValue(item, type.item, locale, meter));
    return meter === undefined ? items.join(LIST_SEPARATOR) : joinTexts(items, LIST_SEPARATOR, meter);
  }
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  const number = value as number;
  switch (valueFamilyOf(type)) {
    case "date":
      return writeLocaleDate(number, locale);
    case "time":
      return displayTime(number, locale);
    case "datetime":
      return displayDateTime(number, locale);
    case "duration":
      return writeDuration(number);
    default:
      return writePlainNumber(number);
  }
}

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

/** A cell of a row that a program hands in: JSON, or a Date, which is an instant. */
export type CellJson = JsonValue | Date;

/** How cells are read that have other forms than the one of JSON. */
export interface CellForms {
  /** Whose order of day, month and year texts have that are not ISO. */
  readonly locale: string;
  /** By whose clock instants are read: a Date, and text with `Z` or an offset. */
  readonly timeZone: string;
}

/** Reads the values of one type from their JSON form; undefined for what has another form. A missing cell is blank. */
export type JsonReader = (json: CellJson | undefined) => Value | undefined;

/** Dates and times with a date are read in their ISO form, without a zone, and by `forms` in every other. */
export function jsonReaderOf(type: Type, forms?: CellForms): JsonReader {
  if (type.kind === "List") return readList(jsonReaderOf(type.item, forms));
  switch (valueFamilyOf(type)) {
    case "number":
      return isWholeNumber(type) ? readWhole : readNumber;
    case "yes/no":
      return readYesNo;
    case "date":
      return forms === undefined ? readIsoDay : readDayBy(forms);
    case "time":
      return readClock;
    case "datetime":
      return forms === undefined ? readIsoMoment : readMomentBy(forms);
    case "duration":
      return readSpan;
    case "point":
      return type.kind === "XY" ? readPoint : readPlace;
    default:
      return type.kind === "Any" ? readAny : readPlain;
  }
}

const isBlank = (json: CellJson | undefined) => json === null || json === undefined || json === "";

const readNumber: JsonReader = (json) => {
  if (typeof json === "number") return Number.isFinite(json) ? toCanonical(json) : undefined;
  return isBlank(json) ? null : undefined;
};

const readWhole: JsonReader = (json) => {
  if (typeof json === "number") return Number.isSafeInteger(json) ? json + 0 : undefined;
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

const readIsoDay = fromText(readIsoDate);
const readClock = fromText(readTime);
const readIsoMoment = fromText(readIsoDateTime);
const readSpan = fromText(readDuration);
const readPlace = fromText(readLatLong);
const readPoint = fromText(readXY);

function readDayBy(forms: CellForms): JsonReader {
  const read = fromText((text) => readDate(text, forms.locale));
  return (json) => {
    if (!(json instanceof Date)) return read(json);
    const wall = wallSecondsAt(json.getTime(), forms.timeZone);
    return wall === null ? undefined : Math.floor(wall / SECONDS_PER_DAY);
  };
}

function readMomentBy(forms: CellForms): JsonReader {
  const read = fromText((text) =>
    readDateOrDateTime(text, forms.locale, hasOffset(text) ? forms.timeZone : undefined),
  );
  return (json) =>
    json instanceof Date ? (wallSecondsAt(json.getTime(), forms.timeZone) ?? undefined) : read(json);
}

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

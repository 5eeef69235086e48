import {
  canonicalJson,
  displayDateTime,
  displayTime,
  type Family,
  hasOffset,
  type JsonValue,
  LIST_SEPARATOR,
  parsedJson,
  pointerPart,
  readDate,
  readDateOrDateTime,
  readDecimal,
  readDuration,
  readInteger,
  readIsoDate,
  readIsoDateTime,
  readLatLong,
  readPercent,
  readPrice,
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
import { type CellJson, fillRowBy, type JsonReader, memberReader, rowMaker } from "./members.ts";
import { isWholeNumber, type ObjectType, type Type, valueFamilyOf } from "./type.ts";

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
  if (type.kind === "Object") return JSON.stringify(writeJson(value, type));
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  const number = value as number;
  // No table: looked up for each value, it takes 1.3 times as long.
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
  if (type.kind === "Object") return writeObject(type);
  if (type.kind === "Json") return writeAnyJson;
  return WRITERS[valueFamilyOf(type)] ?? writePlain;
}

/** A value in its JSON form, where there is only one of its type. */
export function writeJson(value: Value, type: Type): JsonValue {
  return jsonWriterOf(type)(value);
}

const ofNumber =
  (write: (value: number) => string): JsonWriter =>
  (value) =>
    typeof value === "number" ? write(value) : value;
const WRITERS: Partial<Record<Family, JsonWriter>> = {
  date: ofNumber(writeIsoDate),
  time: ofNumber(writeIsoTime),
  datetime: ofNumber(writeIsoDateTime),
  duration: ofNumber(writeDuration),
};
const writePlain: JsonWriter = (value) => (typeof value === "number" ? toCanonical(value) : value);

/** A computed text may not be JSON. */
const writeAnyJson: JsonWriter = (value) =>
  typeof value === "string" ? (parsedJson(value) ?? value) : value;

function writeList(writeItem: JsonWriter): JsonWriter {
  return (value) => ((value ?? []) as readonly Value[]).map(writeItem);
}

function writeObject({ shape }: ObjectType): JsonWriter {
  const members = shape.columns.map(({ name, type }) => ({
    name,
    write: jsonWriterOf(type),
    isList: type.kind === "List",
  }));
  return (value) => {
    if (value === null) return null;
    const row = value as readonly Value[];
    // As own members, whatever their names: `__proto__` is one.
    return Object.fromEntries(
      members.map(({ name, write, isList }, at) => [name, write(row[at] ?? (isList ? [] : null))]),
    );
  };
}

/** How cells are read that have other forms than the one of JSON. */
export interface CellForms {
  /** Whose order of day, month and year texts have that are not ISO. */
  readonly locale: string;
  /** By whose clock instants are read: a Date, and text with `Z` or an offset. */
  readonly timeZone: string;
  /** Whether numbers may be texts, as the Locale writes them. */
  readonly readsNumbers?: boolean;
  /** Whether a value must be of its type as it is: a text no number, and no date in a form of the Locale. */
  readonly isStrict?: boolean;
}

/** Dates and times with a date are read in their ISO form, without a zone, and by `forms` in every other. */
export function jsonReaderOf(type: Type, forms?: CellForms): JsonReader {
  if (type.kind === "List") return readList(jsonReaderOf(type.item, forms), type.item.kind === "Object");
  if (type.kind === "Object") return readObject(type, forms);
  if (type.kind === "Json") return readAnyJson;
  switch (valueFamilyOf(type)) {
    case "number":
      if (forms?.readsNumbers === true) return readNumberBy(forms, type);
      return isWholeNumber(type) ? readWhole : readNumber;
    case "yes/no":
      return readYesNo;
    case "date":
      return forms === undefined ? readIsoDay : readDayBy(forms);
    case "time":
      return wallClockOf;
    case "datetime":
      return forms === undefined ? readIsoMoment : readMomentBy(forms);
    case "duration":
      return readSpan;
    case "point":
      return type.kind === "XY" ? readPoint : readPlace;
    default:
      if (type.kind === "Any") return readAny;
      return forms?.isStrict === true ? readText : readPlain;
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

const readText: JsonReader = (json) => {
  if (typeof json === "string") return json === "" ? null : json;
  return isBlank(json) ? null : undefined;
};

/** A number or a boolean is the text that JSON writes of it. */
const readPlain: JsonReader = (json) =>
  typeof json === "boolean" || isFiniteNumber(json) ? String(json) : readText(json);

const readAny: JsonReader = (json) =>
  typeof json === "boolean" || isFiniteNumber(json) ? json : readText(json);

const isFiniteNumber = (json: CellJson | undefined): json is number =>
  typeof json === "number" && Number.isFinite(json);

const readAnyJson: JsonReader = (json) => (isBlank(json) ? null : canonicalJson(json));

const readIsoDay = fromText(readIsoDate);
const wallClockOf = fromText(readTime);
const readIsoMoment = fromText(readIsoDateTime);
const readSpan = fromText(readDuration);
const readPlace = fromText(readLatLong);
const readPoint = fromText(readXY);

function readNumberBy({ locale }: CellForms, type: Type): JsonReader {
  const plain = isWholeNumber(type) ? readWhole : readNumber;
  const read = (text: string) => {
    if (isWholeNumber(type)) return readInteger(text, locale);
    if (type.kind === "Price") return readPrice(text, locale, type.display?.currency);
    return (type.kind === "Percent" ? readPercent(text, locale) : null) ?? readDecimal(text, locale);
  };
  return (json) => (typeof json === "string" && json !== "" ? (read(json) ?? undefined) : plain(json));
}

function readDayBy(forms: CellForms): JsonReader {
  const read = forms.isStrict === true ? readIsoDay : fromText((text) => readDate(text, forms.locale));
  return (json) => {
    if (!(json instanceof Date)) return read(json);
    const wall = wallSecondsAt(json.getTime(), forms.timeZone);
    return wall === null ? undefined : Math.floor(wall / SECONDS_PER_DAY);
  };
}

function readMomentBy(forms: CellForms): JsonReader {
  const inLocale = fromText((text) =>
    readDateOrDateTime(text, forms.locale, hasOffset(text) ? forms.timeZone : undefined),
  );
  const read: JsonReader = (json) =>
    forms.isStrict === true && !(typeof json === "string" && hasOffset(json))
      ? readIsoMoment(json)
      : inLocale(json);
  return (json) =>
    json instanceof Date ? (wallSecondsAt(json.getTime(), forms.timeZone) ?? undefined) : read(json);
}

function fromText(read: (text: string) => Value): JsonReader {
  return (json) => {
    if (typeof json === "string" && json !== "") return read(json) ?? undefined;
    return isBlank(json) ? null : undefined;
  };
}

/** In a list of objects null is an object without members. */
function readList(readItem: JsonReader, ofObjects: boolean): JsonReader {
  return (json) => {
    if (isBlank(json)) return [];
    if (!Array.isArray(json) || json.length > MOST_ITEMS) return undefined;
    const values: Value[] = [];
    for (const item of json) {
      const value = readItem(ofObjects && isBlank(item) ? NO_OBJECT : item);
      if (value === undefined) return undefined;
      values.push(value);
    }
    return values;
  };
}

/** Items of a list that is read: a list in a program may say that it has 4 billion, and hold none. */
export const MOST_ITEMS = 10_000_000;

/** The object that a blank item of a list of objects is. */
export const NO_OBJECT = {};

/** A missing member is blank; members that the type does not have are skipped, and so is what an object inherits. */
function readObject(type: ObjectType, forms: CellForms | undefined): JsonReader {
  const read = memberReaderOf(type, forms);
  const makeRow = rowMaker(type.shape.rowNumberIndex);
  return (json) => {
    if (isBlank(json)) return null;
    const row = makeRow();
    return read(json, row) ? row : undefined;
  };
}

/** Reads the members of an object into a row; whether it is an object and they have the form of their types. */
export function memberReaderOf(
  { shape }: ObjectType,
  forms?: CellForms,
): (json: CellJson | undefined, row: Value[]) => boolean {
  const fields = shape.columns.flatMap((column) => (column.isVirtual ? [] : column));
  const readers = fields.map(({ type }) => jsonReaderOf(type, forms));
  const fill = fillRowBy(
    fields.map(({ name }, at) => memberReader(name, readers[at] as JsonReader)),
    fields.map(({ index }) => index),
  );
  return (json, row) => {
    if (typeof json !== "object" || json === null) return false;
    if (Object.getPrototypeOf(json) === Object.prototype) return fill(json as JsonObject, row);
    if (!isJsonObject(json)) return false;
    for (const [at, { name, index }] of fields.entries()) {
      const value = (readers[at] as JsonReader)(Object.hasOwn(json, name) ? json[name] : undefined);
      if (value === undefined) return false;
      row[index] = value;
    }
    return true;
  };
}

type JsonObject = Readonly<Record<string, CellJson>>;

/** Whether JSON is an object, and no list; a Date is none. */
export function isJsonObject(json: CellJson | undefined): json is JsonObject {
  return typeof json === "object" && json !== null && !Array.isArray(json) && !(json instanceof Date);
}

/** The part of a value that does not have the form of its type: where it is, as a JSON pointer, what it is and what it should be. */
export interface UnreadablePart {
  readonly pointer: string;
  readonly json: CellJson | undefined;
  readonly type: Type;
}

/** The first part of an object or a list that the reader of its type refuses; the value itself where it has no such part. */
export function unreadablePart(
  json: CellJson | undefined,
  type: Type,
  forms: CellForms,
  pointer = "",
): UnreadablePart {
  for (const [name, part, partType] of partsOf(json, type)) {
    if (jsonReaderOf(partType, forms)(part) === undefined)
      return unreadablePart(part, partType, forms, `${pointer}/${pointerPart(name)}`);
  }
  return { pointer, json, type };
}

function* partsOf(
  json: CellJson | undefined,
  type: Type,
): Generator<readonly [string, CellJson | undefined, Type]> {
  if (type.kind === "List" && Array.isArray(json) && json.length <= MOST_ITEMS)
    for (const [at, item] of json.entries()) yield [String(at), item as CellJson, type.item];
  if (type.kind !== "Object" || !isJsonObject(json)) return;
  for (const { name, type: fieldType } of type.shape.columns)
    yield [name, Object.hasOwn(json, name) ? json[name] : undefined, fieldType];
}

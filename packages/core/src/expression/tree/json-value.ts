import {
  type JsonValue,
  readDate,
  readDateOrDateTime,
  readDuration,
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

/** A value in its JSON form: ISO dates, numbers, booleans, arrays, null for blank. */
export function writeJson(value: Value, type: Type): JsonValue {
  if (type.kind === "List")
    return ((value ?? []) as readonly Value[]).map((item) => writeJson(item, type.item));
  if (typeof value !== "number") return value;
  switch (valueFamilyOf(type)) {
    case "date":
      return writeIsoDate(value);
    case "time":
      return writeIsoTime(value);
    case "datetime":
      return writeIsoDateTime(value);
    case "duration":
      return writeDuration(value);
    default:
      return toCanonical(value);
  }
}

/** A value from its JSON form; undefined when it does not have the form of its type. */
export function readJson(json: JsonValue, type: Type): Value | undefined {
  if (type.kind === "List") return readJsonList(json, type.item);
  if (json === null || json === "") return null;
  switch (valueFamilyOf(type)) {
    case "number":
      return typeof json === "number" && Number.isFinite(json) ? toCanonical(json) : undefined;
    case "yes/no":
      return typeof json === "boolean" ? json : undefined;
    case "date":
      return readJsonText(json, (text) => readDate(text, ISO_LOCALE));
    case "time":
      return readJsonText(json, readTime);
    case "datetime":
      return readJsonText(json, (text) => readDateOrDateTime(text, ISO_LOCALE));
    case "duration":
      return readJsonText(json, readDuration);
    case "point":
      return readJsonText(json, type.kind === "XY" ? readXY : readLatLong);
    default:
      return typeof json === "object" ? undefined : type.kind === "Any" ? json : String(json);
  }
}

/** ISO forms read alike in every Locale. */
const ISO_LOCALE = "en-US";

function readJsonText(json: JsonValue, read: (text: string) => Value): Value | undefined {
  return typeof json === "string" ? (read(json) ?? undefined) : undefined;
}

function readJsonList(json: JsonValue, item: Type): Value | undefined {
  if (json === null || json === "") return [];
  if (!Array.isArray(json)) return undefined;
  const items = json.map((one) => readJson(one, item));
  return items.includes(undefined) ? undefined : (items as Value[]);
}

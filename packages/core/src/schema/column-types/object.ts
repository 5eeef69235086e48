import { type DetailsOf, suggest } from "../../diagnostics/index.ts";
import {
  everyTable,
  jsonReaderOf,
  jsonWriterOf,
  objectOf,
  type Type,
  typeName,
  unreadablePart,
} from "../../expression/parts.ts";
import {
  isWellFormedText,
  type JsonValue,
  normalText,
  type Value,
  WELL_FORMED_TEXT,
} from "../../values/index.ts";
import { checkFields } from "./check-fields.ts";
import type { ColumnType, ReadCell, Reading } from "./column-type.ts";
import { defineColumnType } from "./define-column-type.ts";
import { LONGEST_TEXT } from "./read-text.ts";
import { showCell } from "./show-cell.ts";

/** A value with named fields, as JSON. */
export const objectType = jsonOf("Object", objectOf([]));

/** A list of objects, or of what else `of` says, that callers write as JSON; the `List` without it is computed. */
export const jsonListType = jsonOf("List", { kind: "List", item: { kind: "Text" } });

/** `object` or `listOf` for the type that a definition declares. */
export function objectColumn({ name }: ColumnType, type: Type): ColumnType {
  return jsonOf(name, type);
}

/** Cells are objects and lists in JSON, or texts of them; what is not of the type is refused with a JSON pointer to it. */
function jsonOf(name: string, type: Type): ColumnType {
  const write = jsonWriterOf(type);
  const plain = jsonReaderOf(type);
  const isList = name === "List";
  return defineColumnType({
    name,
    summary: "Named fields, each with a type, as JSON.",
    storage: "json",
    mayBeKey: false,
    mayBeItem: false,
    options: isList ? ["of"] : ["fields", "of"],
    expected: isList ? "a list in JSON" : "an object in JSON",
    expressionType: () => type,
    readCell: (cell, reading) => readJson(type, plain, cell, reading),
    write,
    writeText: (value) => JSON.stringify(write(value)),
    check: (value) => [
      ...brokenTexts(value).map((text) => ({
        code: "cell/unreadable" as const,
        details: { value: showCell(text), expected: WELL_FORMED_TEXT },
      })),
      ...checkFields(value, type),
    ],
  });
}

function readJson(
  type: Type,
  plain: ReturnType<typeof jsonReaderOf>,
  cell: JsonValue,
  forms: Reading,
): ReadCell | undefined {
  const isText = typeof cell === "string";
  const length = isText ? cell.length : lengthAsJson(cell);
  if (length === undefined)
    return { code: "cell/unreadable", details: { value: "…", expected: "JSON that is less deep" } };
  if (length > LONGEST_TEXT) return { code: "limit/cell-length", details: { limit: LONGEST_TEXT } };
  const json = isText ? parsed(cell) : cell;
  if (typeof json !== "object" || json === null) return undefined;
  const unknown = unknownField(json, type);
  if (unknown !== undefined) return { code: "cell/unknown-field", details: unknown };
  // Dates and numbers may have the JSON form or that of the Locale.
  const written = { locale: forms.locale, timeZone: forms.timeZone, readsNumbers: true };
  const value = plain(json) ?? jsonReaderOf(type, written)(json);
  if (value !== undefined)
    return { value: Array.isArray(value) && value.length === 0 ? null : inNormalForm(value) };
  const part = unreadablePart(json, type, written);
  if (part.pointer === "") return undefined;
  const expected = `${typeName(part.type, everyTable)} at ${part.pointer}`;
  return { code: "cell/unreadable", details: { value: showCell(part.json as JsonValue), expected } };
}

/** The first field that is sent and not declared, at any depth: it would be dropped without a word. */
function unknownField(
  json: JsonValue | undefined,
  type: Type,
  pointer = "",
): DetailsOf<"cell/unknown-field"> | undefined {
  if (typeof json !== "object" || json === null) return undefined;
  if (Array.isArray(json)) {
    if (type.kind !== "List") return undefined;
    for (const [at, item] of json.entries()) {
      const found = unknownField(item, type.item, `${pointer}/${at}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (type.kind !== "Object") return undefined;
  const fields = new Map(type.shape.columns.map((field) => [field.name, field.type]));
  for (const [name, value] of Object.entries(json)) {
    const declared = fields.get(name);
    const at = `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (declared === undefined) return { name, pointer: at, suggestion: suggest(name, fields.keys()) };
    const found = unknownField(value, declared, at);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Undefined for what is too deep to be written. */
function lengthAsJson(cell: JsonValue): number | undefined {
  try {
    return JSON.stringify(cell).length;
  } catch (thrown) {
    if (thrown instanceof RangeError) return undefined;
    throw thrown;
  }
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** With its texts in the form in which all texts are kept. */
function inNormalForm(value: Value): Value {
  if (typeof value === "string") return normalText(value);
  return Array.isArray(value) ? (value as readonly Value[]).map(inNormalForm) : value;
}

/** Texts that no store keeps, at any depth. */
function brokenTexts(value: Value): readonly string[] {
  if (Array.isArray(value)) return (value as readonly Value[]).flatMap(brokenTexts);
  return typeof value === "string" && !isWellFormedText(value) ? [value] : [];
}

import { suggest } from "../../diagnostics/index.ts";
import {
  type CellForms,
  everyTable,
  isJsonObject,
  jsonReaderOf,
  jsonWriterOf,
  objectOf,
  partType,
  type StoredScopeColumn,
  type Type,
  typeName,
  writeJson,
} from "../../expression/parts.ts";
import {
  canonicalJson,
  DEEPEST_JSON,
  foldText,
  isWellFormedText,
  type JsonValue,
  normalText,
  parsedJson,
  pointerPart,
  readJsonText,
  unwritablePart,
  type Value,
  WELL_FORMED_TEXT,
} from "../../values/index.ts";
import { LONGEST_TEXT, nameOf, showCell, textOf } from "./cell-text.ts";
import type { CellError, ColumnType, ReadCell, Reading } from "./column-type.ts";
import { defineColumnType } from "./define-column-type.ts";

const FORMS = {
  Object: {
    summary: "Named fields, each with a type, as JSON.",
    options: ["fields", "of"],
    expected: "an object in JSON",
  },
  List: { summary: "Named fields, each with a type, as JSON.", options: ["of"], expected: "a list in JSON" },
  Json: { summary: "Any JSON.", options: [], expected: "JSON" },
} as const;

/** A value with named fields, as JSON. */
export const objectType = jsonOf("Object", objectOf([]));

/** Any JSON. */
export const jsonType = jsonOf("Json", { kind: "Json" });

/** A list of objects, or of what else `of` says, that callers write as JSON; the `List` without it is computed. */
export const jsonListType = jsonOf("List", { kind: "List", item: { kind: "Text" } });

/** `object` or `listOf` for the type that a definition declares. */
export function objectColumn(declared: ColumnType, type: Type): ColumnType {
  return jsonOf(declared === objectType ? "Object" : "List", type);
}

/** Cells are JSON, or texts of it; what is not of the type is refused with a JSON pointer to it. */
function jsonOf(name: "Object" | "List" | "Json", type: Type): ColumnType {
  const writeValue = jsonWriterOf(type);
  // A computed list may have no items, and then is as blank as one that is stored.
  const isBlank = (value: Value) => type.kind === "List" && Array.isArray(value) && value.length === 0;
  const write = (value: Value) => (isBlank(value) ? "" : writeValue(value));
  const plain = jsonReaderOf(type);
  const { summary, options, expected } = FORMS[name];
  return defineColumnType({
    name,
    summary,
    storage: "json",
    mayBeKey: false,
    mayBeItem: false,
    options,
    expected,
    expressionType: () => type,
    readCell: (cell, reading) =>
      name === "Json" ? readAnyJson(cell, reading.isJson) : readJson(type, plain, cell, reading),
    write: name === "Json" ? writeAnyJson : write,
    writeText: (value) => (isBlank(value) ? "" : JSON.stringify(writeValue(value))),
    check: (value) => checkParts(value, type),
  });
}

function checkParts(value: Value, type: Type): readonly CellError[] {
  const broken = brokenTexts(value, type).map((text) => unreadable(text, WELL_FORMED_TEXT));
  return type.kind === "Json" ? broken : [...broken, ...checkFields(value, type)];
}

function readJson(
  type: Type,
  plain: ReturnType<typeof jsonReaderOf>,
  cell: JsonValue,
  forms: Reading,
): ReadCell | undefined {
  const sent = sentJson(cell);
  if (sent === undefined || "code" in sent) return sent;
  const { json } = sent;
  if (typeof json !== "object" || json === null) return undefined;
  const unknown = unknownFields(json, type);
  // Dates and numbers may have the JSON form or that of the Locale.
  const written = { locale: forms.locale, timeZone: forms.timeZone, readsNumbers: true };
  const value = plain(json) ?? jsonReaderOf(type, written)(json);
  if (value !== undefined && unknown.length === 0)
    return { value: Array.isArray(value) && value.length === 0 ? null : inNormalForm(value, type) };
  if (Array.isArray(json) !== (type.kind === "List")) return undefined;
  const errors = errorsOfParts(json, type, written, unreadablePart);
  const [first, ...others] = [...unknown, ...errors].slice(0, MOST_ERRORS);
  return first && { ...first, others };
}

function unreadablePart(json: JsonValue | undefined, type: Type, pointer: string): CellError {
  if (type.kind === "Json") return unwritable(json, pointer);
  return unreadable(showCell(json ?? null), `${typeName(type, everyTable)} at ${pointer}`);
}

/** A text is the JSON that it is the text of, else a string of JSON; where cells are JSON, it always is a string. */
function readAnyJson(cell: JsonValue, isJson = false): ReadCell | undefined {
  const sent = sentJson(cell, isJson) ?? (/^\s*[[{"]/u.test(String(cell)) ? undefined : { json: cell });
  if (sent === undefined || "code" in sent) return sent;
  // A blank has no text: "null" is a string.
  const json = sent.json ?? cell;
  if (json === "") return { value: null };
  const value = canonicalJson(json);
  if (value === undefined) return unwritable(json);
  const broken = BROKEN.test(value) ? brokenPart(json) : undefined;
  return broken === undefined ? { value } : unreadable(broken, WELL_FORMED_TEXT);
}

/** Escapes of what no store keeps, or what reads like them. */
const BROKEN = /\\u(?:0000|d[89a-f])/iu;

/** A string that would be read as other JSON is written as its own text, `"12"` with its quotes. */
function writeAnyJson(value: Value): JsonValue {
  const json = writeJson(value, { kind: "Json" });
  if (typeof json !== "string") return json;
  const read = readAnyJson(json);
  return read !== undefined && "value" in read && read.value === value ? json : JSON.stringify(json);
}

/** The JSON that a cell is, or is the text of; undefined for a text that is none. `isJson`: a text is a string. */
function sentJson(cell: JsonValue, isJson = false): { readonly json: JsonValue } | CellError | undefined {
  const text = typeof cell === "string" ? cell : textOf(cell);
  if (text === undefined) return unwritable(cell);
  if (text.length > LONGEST_TEXT) return { code: "limit/cell-length", details: { limit: LONGEST_TEXT } };
  if (isJson || typeof cell !== "string") return { json: cell };
  const read = readJsonText(text);
  if ("json" in read) return read;
  const { problem } = read;
  switch (problem.kind) {
    case "syntax":
      return undefined;
    case "depth":
      return TOO_DEEP;
    case "member twice":
      return unreadable(problem.name, "JSON in which every member of an object has another name");
    case "number":
      return unreadable(
        problem.digits,
        "a number in JSON; so large or small a number must be sent in quotes",
      );
  }
}

const TOO_DEEP: CellError = { code: "limit/cell-depth", details: { limit: DEEPEST_JSON } };

/** An error at the part for which a value has no text in JSON. */
function unwritable(json: unknown, place = ""): CellError {
  const { pointer, part, problem } = unwritablePart(json, place);
  if (problem === "depth") return TOO_DEEP;
  const at = pointer === "" ? "" : ` at ${pointer}`;
  return unreadable(nameOf(part), problem === "cycle" ? `JSON${at}: it holds itself` : `JSON${at}`);
}

function unreadable(value: string, expected: string): CellError {
  return { code: "cell/unreadable", details: { value: showCell(value), expected } };
}

/** The first text, or name of a member, that no store keeps. */
function brokenPart(json: JsonValue): string | undefined {
  if (typeof json === "string") return isWellFormedText(json) ? undefined : json;
  if (typeof json !== "object" || json === null) return undefined;
  const parts: readonly JsonValue[] = Array.isArray(json) ? json : Object.entries(json).flat();
  for (const part of parts) {
    const broken = brokenPart(part);
    if (broken !== undefined) return broken;
  }
  return undefined;
}

/** The fields that are sent and not declared, at any depth: they would be dropped without a word. */
function unknownFields(json: JsonValue | undefined, type: Type, pointer = ""): readonly CellError[] {
  if (typeof json !== "object" || json === null) return [];
  if (type.kind === "List" && Array.isArray(json))
    return json.flatMap((item, at) => unknownFields(item, type.item, `${pointer}/${at}`));
  if (type.kind !== "Object" || Array.isArray(json)) return [];
  const fields = new Map(type.shape.columns.map((field) => [field.name, field.type]));
  return Object.entries(json).flatMap(([name, value]): readonly CellError[] => {
    const declared = fields.get(name);
    const at = `${pointer}/${pointerPart(name)}`;
    if (declared !== undefined) return unknownFields(value, declared, at);
    const details = { name, pointer: at, suggestion: suggest(name, fields.keys()) };
    return [{ code: "cell/unknown-field", details }];
  });
}

/** With its texts in the form in which all texts are kept; any JSON stays as it is. */
function inNormalForm(value: Value, type: Type | undefined): Value {
  if (typeof value === "string") return type?.kind === "Json" ? value : normalText(value);
  if (type === undefined || !Array.isArray(value)) return value;
  return (value as readonly Value[]).map((part, at) => inNormalForm(part, partType(type, at)));
}

/** Texts that no store keeps, at any depth. */
function brokenTexts(value: Value, type: Type): readonly string[] {
  if (Array.isArray(value)) {
    const parts = value as readonly Value[];
    if (type.kind === "List") return parts.flatMap((item) => brokenTexts(item, type.item));
    if (type.kind !== "Object") return [];
    return type.shape.columns.flatMap((field) =>
      field.isVirtual ? [] : brokenTexts(parts[field.index] ?? null, field.type),
    );
  }
  if (typeof value !== "string") return [];
  if (type.kind !== "Json") return isWellFormedText(value) ? [] : [value];
  const broken = BROKEN.test(value) ? brokenPart(parsedJson(value) ?? null) : undefined;
  return broken === undefined ? [] : [broken];
}

/** What is wrong with the fields of a value: blank ones that are required, texts that are none of `values`, numbers out of bounds; each with its place. */
function checkFields(value: Value, type: Type, path = ""): readonly CellError[] {
  if (value === null) return [];
  if (type.kind === "List")
    return (value as readonly Value[]).flatMap((item, at) => checkFields(item, type.item, `${path}/${at}`));
  if (type.kind !== "Object") return [];
  const row = value as readonly Value[];
  return type.shape.columns.flatMap((column) => {
    if (column.isVirtual) return [];
    const cell = row[column.index] ?? null;
    const place = `${path}/${pointerPart(column.name)}`;
    return [...checkField(cell, column, place), ...checkFields(cell, column.type, place)];
  });
}

function checkField(
  cell: Value,
  { type, values, rules }: StoredScopeColumn,
  place: string,
): readonly CellError[] {
  const isList = type.kind === "List";
  const items = isList ? ((cell ?? []) as readonly Value[]) : [cell];
  if (rules?.required === true && (cell === null || items.length === 0))
    return [{ code: "cell/missing-field", details: { pointer: place } }];
  return items.flatMap((item, at): readonly CellError[] => {
    if (item === null) return [];
    const own = isList ? `${place}/${at}` : place;
    const shown = showCell(writeJson(item, isList ? type.item : type) as JsonValue);
    if (values !== undefined && typeof item === "string") {
      const isOne = values.some((one) => foldText(one) === foldText(item));
      const details = { value: shown, pointer: own, values, suggestion: suggest(item, values) };
      return isOne ? [] : [{ code: "cell/not-in-list" as const, details }];
    }
    const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = rules ?? {};
    if (typeof item !== "number" || (item >= min && item <= max)) return [];
    const bound =
      item < min ? `at least ${min} is expected at ${own}` : `at most ${max} is expected at ${own}`;
    return [{ code: "cell/out-of-bounds" as const, details: { value: shown, bound } }];
  });
}

/** A part of a cell that does not have the form of its type. */
type Unreadable = (json: JsonValue | undefined, type: Type, pointer: string) => CellError;

/** All that is wrong with the fields of a cell that does not read: the parts without the form of their types, and what is wrong with the others. */
function errorsOfParts(
  json: JsonValue | undefined,
  type: Type,
  forms: CellForms,
  unreadable: Unreadable,
  pointer = "",
): readonly CellError[] {
  const value = jsonReaderOf(type, forms)(json);
  if (value !== undefined) return checkFields(value, type, pointer);
  const errors: CellError[] = [];
  const add = (part: JsonValue | undefined, partType: Type, place: string) => {
    if (errors.length >= MOST_ERRORS) return;
    for (const error of errorsOfParts(part, partType, forms, unreadable, place)) errors.push(error);
  };
  if (type.kind === "List" && Array.isArray(json))
    for (const [at, item] of json.entries())
      add(item ?? (type.item.kind === "Object" ? {} : null), type.item, `${pointer}/${at}`);
  if (type.kind === "Object" && isJsonObject(json))
    for (const column of type.shape.columns) {
      if (column.isVirtual) continue;
      const part = Object.hasOwn(json, column.name) ? (json[column.name] as JsonValue) : null;
      const place = `${pointer}/${pointerPart(column.name)}`;
      const cell = jsonReaderOf(column.type, forms)(part);
      if (cell !== undefined) for (const error of checkField(cell, column, place)) errors.push(error);
      add(part, column.type, place);
    }
  return errors.length > 0 ? errors : [unreadable(json, type, pointer)];
}

/** More errors of one cell help no further. */
export const MOST_ERRORS = 100;

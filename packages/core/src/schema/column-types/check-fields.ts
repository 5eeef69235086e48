import { suggest } from "../../diagnostics/index.ts";
import {
  type CellForms,
  isJsonObject,
  jsonReaderOf,
  type StoredScopeColumn,
  type Type,
  writeJson,
} from "../../expression/parts.ts";
import { foldText, type JsonValue, pointerPart, type Value } from "../../values/index.ts";
import type { CellError } from "./column-type.ts";
import { showCell } from "./show-cell.ts";

/** What is wrong with the fields of a value: blank ones that are required, texts that are none of `values`, numbers out of bounds; each with its place. */
export function checkFields(value: Value, type: Type, path = ""): readonly CellError[] {
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
export function errorsOfParts(
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

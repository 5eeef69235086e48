import { suggest } from "../../diagnostics/index.ts";
import { type StoredScopeColumn, type Type, writeJson } from "../../expression/parts.ts";
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
    return [{ code: "cell/out-of-bounds", details: { value: "", bound: `a value is expected at ${place}` } }];
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

import type { ColumnDescription, TableDescription } from "./database-description.ts";
import { type RangeBound, readRange } from "./read-range.ts";
import { readValueList } from "./read-value-list.ts";

/** The table with the checks that list the values of a column, or bound its numbers, said by that column instead. */
export function takeSimpleChecks(table: TableDescription): TableDescription {
  return table.checks.reduce(takeCheck, { ...table, checks: [] });
}

function takeCheck(table: TableDescription, check: string): TableDescription {
  const column = withList(table, check) ?? withRange(table, check);
  if (column === undefined) return { ...table, checks: [...table.checks, check] };
  return { ...table, columns: table.columns.map((one) => (one.name === column.name ? column : one)) };
}

function withList({ columns }: TableDescription, check: string): ColumnDescription | undefined {
  const list = readValueList(check);
  const column = list && columnNamed(columns, list.column);
  if (column === undefined || !(column.kind === "text" || column.kind === "integer")) return undefined;
  if (column.kind === "integer" && !list?.values.every((value) => /^-?\d+$/u.test(value))) return undefined;
  return { ...column, values: list?.values.filter((value) => column.values?.includes(value) ?? true) };
}

function withRange({ columns }: TableDescription, check: string): ColumnDescription | undefined {
  const range = readRange(check);
  const column = range && columnNamed(columns, range.column);
  if (column === undefined || !["integer", "decimal", "float"].includes(column.kind)) return undefined;
  const bounds = range?.bounds.map((bound) => inclusive(bound, column.kind === "integer")) ?? [];
  let { min, max } = column;
  for (const bound of bounds) {
    if (bound?.min !== undefined) min = Math.max(min ?? bound.min, bound.min);
    if (bound?.max !== undefined) max = Math.min(max ?? bound.max, bound.max);
  }
  const isEmpty = min !== undefined && max !== undefined && min > max;
  return bounds.includes(undefined) || isEmpty ? undefined : { ...column, min, max };
}

interface Inclusive {
  readonly min?: number;
  readonly max?: number;
}

/** Undefined for a bound that is not a value itself: `> 0` is at least 1 only of whole numbers. */
function inclusive({ sign, value }: RangeBound, isWhole: boolean): Inclusive | undefined {
  if (sign === ">=") return { min: value };
  if (sign === "<=") return { max: value };
  if (!isWhole || !Number.isSafeInteger(value)) return undefined;
  return sign === ">" ? { min: value + 1 } : { max: value - 1 };
}

/** Exactly, else the only one that differs only in case, as SQL has names without quotes. */
function columnNamed(columns: readonly ColumnDescription[], name: string): ColumnDescription | undefined {
  const alike = columns.filter((column) => column.name.toLowerCase() === name.toLowerCase());
  return columns.find((column) => column.name === name) ?? (alike.length === 1 ? alike[0] : undefined);
}

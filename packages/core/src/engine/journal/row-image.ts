import { jsonReaderOf, jsonWriterOf, writeJson } from "../../expression/parts.ts";
import type { StoredColumnDefinition, TableDefinition } from "../../schema/index.ts";
import {
  exactDigits,
  exactInstant,
  noteUnreadable,
  type Row,
  UnreadableValue,
  withDigits,
} from "../../storage/index.ts";
import { unreadableCells } from "../../storage/unreadable-value.ts";
import type { JsonValue, Value } from "../../values/index.ts";
import { isSameValue } from "../cells/evaluate-cell.ts";
import type { RowImage } from "../engine-tables/journal-table.ts";

/** The stored columns whose values the journal keeps. */
export function recordedColumns({
  storedColumns,
  history,
}: TableDefinition): readonly StoredColumnDefinition[] {
  return storedColumns.filter(({ options }) => history?.sensitive || !options.sensitive);
}

/** The stored columns of which it keeps no more than that they have changed. */
export function concealedColumns({
  storedColumns,
  history,
}: TableDefinition): readonly StoredColumnDefinition[] {
  return history?.sensitive ? [] : storedColumns.filter(({ options }) => options.sensitive);
}

/** `inUtc` turns values of columns that keep instants. A cell that cannot be read is kept as the text that the database has. */
export function imageOfRow(
  columns: readonly StoredColumnDefinition[],
  row: Row,
  inUtc?: InstantWriter,
): RowImage {
  const image: Record<string, JsonValue> = {};
  const unreadable = unreadableTexts(row);
  for (const { name, index, type } of columns) {
    const text = unreadable?.get(name);
    if (text !== undefined) {
      image[name] = { unreadable: text };
      continue;
    }
    const value = row[index] ?? null;
    image[name] =
      exactDigits(row, index) ??
      writeJson(inUtc === undefined ? value : (exactInstant(row, index) ?? inUtc(value, index)), type);
  }
  return image;
}

/** The value of a column by the clock of UTC, where it is an instant by that of a zone. */
export type InstantWriter = (value: Value, index: number) => Value;

/** Writes the values of a row in these columns, in their typed JSON form. */
export function valueWriter(
  columns: readonly StoredColumnDefinition[],
  inUtc?: InstantWriter,
): (row: Row) => readonly JsonValue[] {
  const writers = columns.map(({ name, index, type }) => ({ name, index, write: jsonWriterOf(type) }));
  return (row) => {
    const values: JsonValue[] = [];
    const unreadable = unreadableTexts(row);
    for (const { name, index, write } of writers) {
      const text = unreadable?.get(name);
      if (text !== undefined) {
        values.push({ unreadable: text });
        continue;
      }
      const value = row[index] ?? null;
      values.push(
        exactDigits(row, index) ??
          write(inUtc === undefined ? value : (exactInstant(row, index) ?? inUtc(value, index))),
      );
    }
    return values;
  };
}

/** What the database has in the cells of a row that cannot be read, by the names of their columns. */
function unreadableTexts(row: Row): ReadonlyMap<string, string> | undefined {
  const cells = unreadableCells(row);
  return cells.length === 0 ? undefined : new Map(cells.map(({ column, value }) => [column, value]));
}

/** An image as it is shown: what could not be read is blank, and its columns are named. */
export function shownImage(image: RowImage): {
  readonly image: RowImage;
  readonly unreadable: readonly string[];
} {
  const unreadable = Object.keys(image).filter((name) => unreadableText(image[name]) !== undefined);
  if (unreadable.length === 0) return { image, unreadable };
  return { image: { ...image, ...Object.fromEntries(unreadable.map((name) => [name, null])) }, unreadable };
}

function unreadableText(cell: JsonValue | undefined): string | undefined {
  if (typeof cell !== "object" || cell === null || Array.isArray(cell)) return undefined;
  const text = (cell as { readonly unreadable?: JsonValue }).unreadable;
  return typeof text === "string" ? text : undefined;
}

export function changedColumns(
  columns: readonly StoredColumnDefinition[],
  before: Row,
  after: Row,
): readonly StoredColumnDefinition[] {
  const [unreadable, unreadableAfter] = [unreadableTexts(before), unreadableTexts(after)];
  return columns.filter(
    ({ name, index }) =>
      unreadable?.get(name) !== unreadableAfter?.get(name) ||
      !isSameValue(before[index] ?? null, after[index] ?? null) ||
      exactDigits(before, index) !== exactDigits(after, index) ||
      exactInstant(before, index) !== exactInstant(after, index),
  );
}

/** The row of an image; what the image does not have, or has in a form that is not that of its column, is blank. What could not be read then is noted. */
export function rowOfImage({ name: table, storedColumns, scope }: TableDefinition, image: RowImage): Row {
  const row = Array.from({ length: scope.rowNumberIndex + 1 }, (): Row[number] => null);
  let digits: Map<number, string> | undefined;
  for (const { name, index, type, options } of storedColumns) {
    if (!Object.hasOwn(image, name)) continue;
    const cell = image[name];
    const text = unreadableText(cell);
    if (text !== undefined) {
      noteUnreadable(row, index, new UnreadableValue({ table, column: name, key: undefined, value: text }));
      continue;
    }
    if (options.digits !== "exact" || typeof cell !== "string")
      row[index] = orBlank(jsonReaderOf(type)(cell));
    else {
      row[index] = Number(cell);
      digits = (digits ?? new Map<number, string>()).set(index, cell);
    }
  }
  return withDigits(row, digits);
}

/** A blank list is `[]` in an image and a blank in a row. */
function orBlank(value: Value | undefined): Value {
  return value === undefined || (Array.isArray(value) && value.length === 0) ? null : value;
}

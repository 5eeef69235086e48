import { jsonReaderOf, jsonWriterOf, writeJson } from "../../expression/parts.ts";
import type { StoredColumnDefinition, TableDefinition } from "../../schema/index.ts";
import { exactDigits, exactInstant, type Row, withDigits } from "../../storage/index.ts";
import type { JsonValue, Value } from "../../values/index.ts";
import { isSameValue } from "../cells/is-same-value.ts";
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

/** `inUtc` turns values of columns that keep instants. */
export function imageOfRow(
  columns: readonly StoredColumnDefinition[],
  row: Row,
  inUtc?: InstantWriter,
): RowImage {
  const image: Record<string, JsonValue> = {};
  for (const { name, index, type } of columns) {
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
  const writers = columns.map(({ index, type }) => ({ index, write: jsonWriterOf(type) }));
  return (row) => {
    const values: JsonValue[] = [];
    for (const { index, write } of writers) {
      const value = row[index] ?? null;
      values.push(
        exactDigits(row, index) ??
          write(inUtc === undefined ? value : (exactInstant(row, index) ?? inUtc(value, index))),
      );
    }
    return values;
  };
}

export function changedColumns(
  columns: readonly StoredColumnDefinition[],
  before: Row,
  after: Row,
): readonly StoredColumnDefinition[] {
  return columns.filter(
    ({ index }) =>
      !isSameValue(before[index] ?? null, after[index] ?? null) ||
      exactDigits(before, index) !== exactDigits(after, index) ||
      exactInstant(before, index) !== exactInstant(after, index),
  );
}

/** The row of an image; what the image does not have, or has in a form that is not that of its column, is blank. */
export function rowOfImage({ storedColumns, scope }: TableDefinition, image: RowImage): Row {
  const row = Array.from({ length: scope.rowNumberIndex + 1 }, (): Row[number] => null);
  let digits: Map<number, string> | undefined;
  for (const { name, index, type, options } of storedColumns) {
    if (!Object.hasOwn(image, name)) continue;
    const cell = image[name];
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

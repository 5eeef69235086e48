import type { Value } from "../../values/index.ts";
import type { ColumnDraft } from "../draft/drafts.ts";
import { findColumn } from "../draft/find-column.ts";
import type { Path } from "../text/definition-source.ts";
import { type ColumnOptions, type ColumnWatch, noOptions, type OptionName } from "./column-options.ts";
import type { OptionReading } from "./option-reading.ts";
import { readDeclaredValue } from "./read-declared-value.ts";

/** The options of a column: bounds and values read as its type reads cells, names resolved, defaults filled in. */
export function readOptions(reading: OptionReading, { path, shape }: ColumnDraft): ColumnOptions {
  const { minLength, maxLength } = shape;
  const plain: ColumnOptions = {
    ...noOptions,
    table: reading.target,
    partOf: shape.partOf ?? false,
    enforce: shape.enforce ?? false,
    allowOtherValues: shape.allowOtherValues ?? false,
    itemType: shape.itemType,
    separator: shape.separator ?? noOptions.separator,
    step: shape.step,
    minLength,
    maxLength,
    decimalDigits: shape.decimalDigits,
    currency: shape.currency,
    mode: shape.mode ?? noOptions.mode,
    indexed: shape.index ?? false,
    sensitive: shape.sensitive ?? false,
    description: shape.description,
  };
  const min = readBound(reading, plain, [...path, "min"], shape.min);
  const max = readBound(reading, plain, [...path, "max"], shape.max);
  if (min !== undefined && max !== undefined && min > max)
    refuse(reading, [...path, "max"], shape.max, shape.min);
  if (minLength !== undefined && maxLength !== undefined && minLength > maxLength)
    refuse(reading, [...path, "maxLength"], maxLength, minLength);
  const values = readValues(reading, plain, [...path, "values"], shape.values);
  return { ...plain, min, max, values, watch: readWatch(reading, [...path, "watch"], shape.watch) };
}

function readBound(
  reading: OptionReading,
  options: ColumnOptions,
  path: Path,
  bound: number | string | undefined,
): number | undefined {
  const option = path.at(-1) as OptionName;
  if (bound === undefined || !reading.columnType.options.includes(option)) return undefined;
  const value = readDeclaredValue(reading, options, path, bound);
  return typeof value === "number" ? value : undefined;
}

function refuse({ report }: OptionReading, path: Path, found: unknown, least: unknown): void {
  report.report(path, "definition/wrong-value", {
    found: String(found),
    wanted: `a value of at least ${least}`,
  });
}

function readValues(
  reading: OptionReading,
  options: ColumnOptions,
  path: Path,
  values: readonly (string | number | boolean)[] | undefined,
): readonly Value[] | undefined {
  const { report, columnType } = reading;
  if (values === undefined || !columnType.options.includes("values")) return undefined;
  return values.flatMap((value, index) => {
    const at = [...path, index];
    const written = report.source.written(at) ?? String(value);
    return readDeclaredValue(reading, options, at, written) ?? [];
  });
}

function readWatch(
  { report, table }: OptionReading,
  path: Path,
  watch: { columns?: string[] | undefined; values?: (string | number | boolean)[] | undefined } | undefined,
): ColumnWatch | undefined {
  if (watch === undefined) return undefined;
  const columns = (watch.columns ?? []).map(
    (name, index) => findColumn(report, [...path, "columns", index], table, name)?.name ?? name,
  );
  const values = (watch.values ?? []).map(
    (value, index) => report.source.written([...path, "values", index]) ?? String(value),
  );
  return { columns, values };
}

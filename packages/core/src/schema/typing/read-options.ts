import { foldName, normalText, type Value } from "../../values/index.ts";
import type { DefinitionReport } from "../../yaml/definition-report.ts";
import type { Path } from "../../yaml/definition-source.ts";
import {
  type ColumnOptions,
  type ColumnType,
  type ColumnWatch,
  noOptions,
  type OptionName,
} from "../column-types/column-type.ts";
import type { ColumnDraft, TableDraft } from "../draft/draft-tables.ts";
import { findColumn } from "../draft/find-names.ts";

/** The options of a column: bounds and values read as its type reads cells, names resolved, defaults filled in. */
export function readOptions(reading: OptionReading, { path, shape }: ColumnDraft): ColumnOptions {
  const plain = { ...noOptions, ...declaredOptions(shape), table: reading.target } as ColumnOptions;
  const { minLength, maxLength } = plain;
  const min = readBound(reading, plain, [...path, "min"], shape.min);
  const max = readBound(reading, plain, [...path, "max"], shape.max);
  if (min !== undefined && max !== undefined && min > max)
    refuse(reading, [...path, "max"], shape.max, shape.min);
  if (minLength !== undefined && maxLength !== undefined && minLength > maxLength)
    refuse(reading, [...path, "maxLength"], maxLength, minLength);
  const values = readValues(reading, plain, [...path, "values"], shape.values);
  return { ...plain, min, max, values, watch: readWatch(reading, [...path, "watch"], shape.watch) };
}

/** The options that the definition gives, as they are written there. */
function declaredOptions(shape: ColumnDraft["shape"]): Partial<Record<keyof ColumnOptions, unknown>> {
  const entries = Object.entries(shape).filter(([name, value]) => name in noOptions && value !== undefined);
  return Object.fromEntries(entries);
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

function refuse({ report }: OptionReading, path: Path, actual: unknown, least: unknown): void {
  report.report(path, "definition/wrong-value", {
    actual: String(actual),
    expected: `a value of at least ${least}`,
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
  const items: Value[] = [];
  for (const [index, value] of values.entries()) {
    const at = [...path, index];
    const written = report.source.written(at) ?? String(value);
    const read = readDeclaredValue(reading, options, at, written);
    if (read === undefined) continue;
    const other = items.find((one) => isSame(one, read));
    if (other !== undefined)
      report.report(at, "definition/same-value", {
        value: written,
        other: String(read === other ? written : other),
      });
    // A value of a list of another program stays to the letter what its database has.
    const isOwn = reading.table.source === undefined && typeof read === "string";
    items.push(isOwn ? normalText(read) : read);
  }
  return items;
}

/** As comparisons have it, which ignore case. */
function isSame(one: Value, other: Value): boolean {
  return typeof one === "string" && typeof other === "string"
    ? foldName(one) === foldName(other)
    : one === other;
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

/** A bound or a value of a list as the column's type reads it; what does not read is reported. */
function readDeclaredValue(
  { report, columnType, locale }: OptionReading,
  options: ColumnOptions,
  path: Path,
  declared: string | number,
): Value | undefined {
  const isList = columnType.storage === "json";
  const actual = JSON.stringify(declared);
  const read = columnType.read(isList ? [declared] : declared, { locale, timeZone: "UTC", options });
  if (!("value" in read)) {
    const expected = read.code === "cell/unreadable" ? read.details.expected : "a shorter value";
    report.report(path, "definition/wrong-value", { actual, expected });
    return undefined;
  }
  const value = Array.isArray(read.value) ? read.value[0] : read.value;
  if (value === null || value === undefined) {
    report.report(path, "definition/wrong-value", { actual, expected: "a value" });
    return undefined;
  }
  const writing = { locale, options: { ...options, values: [value] } };
  const isSplit = isList && columnType.check([value], writing).some(({ code }) => code === "cell/separator");
  if (isSplit) {
    const expected = `a value without "${options.separator}", which separates the items`;
    report.report(path, "definition/wrong-value", { actual, expected });
  }
  return value;
}

/** What the options of a column are read with. */
interface OptionReading {
  readonly report: DefinitionReport;
  readonly locale: string;
  readonly table: TableDraft;
  /** Over its base. */
  readonly columnType: ColumnType;
  /** The declared name of the table that a Ref points at. */
  readonly target: string | undefined;
}

import type { DescribedColumn, DescribedTable } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";

/** A cell of the wire `typed` as people read it, in the forms of a locale. */
export function cellText(column: DescribedColumn, value: JsonValue | undefined, locale: string): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value))
    return value.map((item) => (isObject(item) ? partText(item) : cellText(column, item, locale))).join(", ");
  if (typeof value === "boolean") return value ? "✓" : "–";
  if (typeof value === "number") return numberText(column, value, locale);
  if (typeof value === "object") return fieldsText(value as Fields);
  if (column.type === "Date") return timeText(column, value, Date.parse(`${value}T00:00:00Z`), locale);
  if (DATE_TIMES.has(column.type)) return timeText(column, value, Date.parse(`${value}Z`), locale);
  return value;
}

function isObject(value: JsonValue): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

type Fields = Readonly<Record<string, JsonValue>>;

/** The fields of an object that have values: `city: Oslo, since: 2024-05-06`, in braces within another. */
function fieldsText(fields: Fields): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== null && value !== "" && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => `${name}: ${partText(value)}`)
    .join(", ");
}

function partText(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(partText).join(", ")}]`;
  if (typeof value === "object" && value !== null) return `{${fieldsText(value as Fields)}}`;
  return String(value);
}

const DATE_TIMES = new Set(["DateTime", "ChangeTimestamp"]);

/** A key is a name: its digits are not grouped. */
function numberText(column: DescribedColumn, value: number, locale: string): string {
  if (column.key) return String(value);
  const text = formatOf(column, locale, () => numberFormat(column, locale)).format(value);
  return column.type === "Price" ? `${column.currency ?? "$"}${text}` : text;
}

function numberFormat({ type, decimalDigits }: DescribedColumn, locale: string): Intl.NumberFormat {
  const least = decimalDigits ?? (type === "Price" ? 2 : 0);
  return new Intl.NumberFormat(locale, {
    style: type === "Percent" ? "percent" : "decimal",
    minimumFractionDigits: least,
    maximumFractionDigits: type === "Price" ? least : 15,
  });
}

/** The day or time of the cell, whatever the zone of the browser. */
function timeText(column: DescribedColumn, value: string, time: number, locale: string): string {
  if (Number.isNaN(time)) return value;
  const options = column.type === "Date" ? DAY : DAY_AND_TIME;
  return formatOf(column, locale, () => new Intl.DateTimeFormat(locale, options)).format(time);
}

const DAY = { dateStyle: "medium", timeZone: "UTC" } as const;
const DAY_AND_TIME = { dateStyle: "medium", timeStyle: "medium", timeZone: "UTC" } as const;

interface Format {
  format(value: number): string;
}

/** Making a format takes longer than a thousand cells; a column is shown in one locale at a time. */
function formatOf(column: DescribedColumn, locale: string, make: () => Format): Format {
  const existing = formats.get(column);
  if (existing?.locale === locale) return existing.format;
  const format = make();
  formats.set(column, { locale, format });
  return format;
}

const formats = new WeakMap<DescribedColumn, { readonly locale: string; readonly format: Format }>();

/** A cell of a recorded change as the page shows cells of its column; one of a column that is gone as it was recorded. */
export function recordedText(
  { columns }: Pick<DescribedTable, "columns">,
  row: Readonly<Record<string, JsonValue>>,
  name: string,
  locale: string,
): string {
  const value = Object.hasOwn(row, name) ? (row[name] ?? null) : null;
  const column = columns.find((one) => one.name === name);
  if (column === undefined)
    return typeof value === "string" ? value || BLANK : value === null ? BLANK : JSON.stringify(value);
  return cellText(column, value, locale) || BLANK;
}

const BLANK = "∅";

import type { CallOptions } from "@tablewright/client";
import { type DescribedColumn, parsedJson } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";

type Column = Pick<DescribedColumn, "name" | "json" | "items" | "table">;

/** What was entered as it is sent: numbers in the form of the page as numbers, all else as written, for the service to judge. */
export function sentCells(
  columns: readonly Column[],
  cells: ReadonlyMap<string, JsonValue>,
  locale: string,
): Record<string, JsonValue> {
  const byName = new Map(columns.map((column) => [column.name, column]));
  return Object.fromEntries([...cells].map(([name, value]) => [name, sent(byName.get(name), value, locale)]));
}

function sent(column: Column | undefined, value: JsonValue, locale: string): JsonValue {
  if (column === undefined || column.table !== undefined || typeof value !== "string") return value;
  if (column.json === "number" || column.json === "integer") return readNumber(value, locale) ?? value;
  if (column.items !== "number") return value;
  const items = value.split(/\s,\s/u).map((item) => readNumber(item, locale, { mayGroup: false }));
  return items.every((item) => item !== undefined) ? items : value;
}

/** A cell as it is edited: a string in a column of any JSON that would be read as other JSON is its own text, `"12"` with its quotes. */
export function shownCell({ json }: Pick<Column, "json">, value: JsonValue = null): JsonValue {
  if (json !== "any" || typeof value !== "string") return value;
  return /^\s*[[{"]/u.test(value) || parsedJson(value) !== undefined ? JSON.stringify(value) : value;
}

/** The options of a call that sends what was entered: texts of JSON are read by the service. */
export function asText<Options extends CallOptions>(options: Options): Options {
  return { ...options, properties: { ...options.properties, Cells: "text" } };
}

/**
 * The number that a text is in the form of a locale; undefined where it is none, or has more digits than are kept. The form of
 * the page may be another than that of the application, in which the service reads texts.
 */
export function readNumber(
  text: string,
  locale: string,
  { mayGroup = true }: { readonly mayGroup?: boolean } = {},
): number | undefined {
  const { group, decimal } = signsOf(locale);
  const written = text.trim().replace("−", "-").replaceAll(/\s/gu, " ");
  const sign = /^[-+]?/u.exec(written)?.[0] ?? "";
  const [whole = "", fraction = "", ...more] = written.slice(sign.length).split(decimal);
  const groups = mayGroup && group !== "" ? whole.split(group) : [whole];
  if (more.length > 0 || !areGroups(groups)) return undefined;
  const digits = groups.join("");
  if (!/^\d*$/u.test(digits + fraction) || digits + fraction === "") return undefined;
  if ((digits + fraction).replace(/^0+/u, "").length > MOST_DIGITS) return undefined;
  return Number(`${sign}${digits || "0"}.${fraction || "0"}`);
}

/** Of a Decimal. */
const MOST_DIGITS = 15;

function signsOf(locale: string): { readonly group: string; readonly decimal: string } {
  const parts = new Intl.NumberFormat(locale).formatToParts(12_345_678.5);
  const sign = (type: string) => parts.find((part) => part.type === type)?.value.replace(/\s/u, " ") ?? "";
  return { group: sign("group"), decimal: sign("decimal") };
}

/** The last has three digits, and those between two or three, as in India. */
function areGroups([first = "", ...others]: readonly string[]): boolean {
  if (others.length === 0) return true;
  return (
    /^\d{1,3}$/u.test(first) && others.at(-1)?.length === 3 && others.every((one) => /^\d{2,3}$/u.test(one))
  );
}

/** A number as it is entered: in the form of a locale, with all of its digits and no signs that group them. */
export function writeNumber(value: number, locale: string): string {
  return new Intl.NumberFormat(locale, { useGrouping: false, maximumSignificantDigits: 21 }).format(value);
}

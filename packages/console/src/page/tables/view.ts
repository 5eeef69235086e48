import type { DescribedColumn } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { writeNumber } from "./sent-cells.ts";

/** Which rows of a table are shown, and in which order; it is what the address of the page holds. */
export interface View {
  /** As a person has written it, or as filtering by mouse has. */
  readonly selector?: string;
  /** The column that a click on its heading sorts by. */
  readonly by?: string;
  readonly down?: true;
}

/** The Selector of a view; undefined is all rows in the order of the table. */
export function selectorOf(table: string, { selector, by, down }: View): string | undefined {
  if (by === undefined) return selector;
  const rows = selector === undefined ? `FILTER(${quoted(table)}, TRUE)` : asPart(selector);
  return `ORDERBY(${rows}, [${by}]${down ? ", TRUE" : ""})`;
}

/** The view after a click on the heading of a column: ascending, descending, as it was. */
export function sortedBy({ selector, by, down }: View, column: string): View {
  const rows = selector === undefined ? {} : { selector };
  if (by !== column) return { ...rows, by: column };
  return down ? rows : { ...rows, by: column, down: true };
}

/** The view with a condition more. */
export function filteredBy(view: View, table: string, condition: string): View {
  const begin = `FILTER(${quoted(table)}, `;
  const { selector } = view;
  if (selector === undefined) return { ...view, selector: `${begin}${condition})` };
  const own = selector.startsWith(begin) ? selector.slice(begin.length, -1) : "";
  const isOneFilter = own !== "" && selector.endsWith(")") && closesWhatItOpens(own);
  const filtered = isOneFilter
    ? `${begin}AND(${own}, ${condition}))`
    : `INTERSECT(${asPart(selector)}, ${begin}${condition}))`;
  return { ...view, selector: filtered };
}

/** A Selector within another expression, without the `=` that only a whole expression may begin with. */
function asPart(selector: string): string {
  return selector.replace(/^\s*=\s*/u, "");
}

/** Whether the parentheses of a part of an expression are its own; those in texts and names are none. */
function closesWhatItOpens(part: string): boolean {
  let depth = 0;
  for (const sign of part.replaceAll(/"[^"]*"|'[^']*'|\[[^\]]*\]/gu, "").replaceAll(/[^()]/gu, "")) {
    depth += sign === "(" ? 1 : -1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/** A text as an expression writes it. */
export function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** The condition that holds for rows with this value in a column, by which they are filtered with the mouse. */
export function conditionOf({ name }: Pick<DescribedColumn, "name">, value: JsonValue): string {
  if (value === null || value === "") return `ISBLANK([${name}])`;
  if (holdsObjects(value)) return `"" & [${name}] = ${quoted(textOf(value))}`;
  if (Array.isArray(value)) {
    const items = value.map((item) => `IN(${literal(item)}, [${name}])`);
    return items.length > 1 ? `AND(${items.join(", ")})` : (items[0] ?? `ISBLANK([${name}])`);
  }
  return `[${name}] = ${literal(value)}`;
}

/** Objects are compared as their texts in JSON, which list all fields in the order that the definition has them. */
function holdsObjects(value: JsonValue): boolean {
  return Array.isArray(value) ? value.some(holdsObjects) : typeof value === "object";
}

function textOf(value: JsonValue): string {
  return Array.isArray(value) ? value.map((item) => JSON.stringify(item)).join(" , ") : JSON.stringify(value);
}

/** Dates and times are texts on the wire, and an expression reads them as what the column holds. Its numbers have no exponents. */
function literal(value: JsonValue): string {
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  return typeof value === "number" ? writeNumber(value, "en") : quoted(String(value));
}

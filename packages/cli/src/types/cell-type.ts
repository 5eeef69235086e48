import type { ColumnSchema, JsonType } from "@tablewright/core";
import { quoted } from "./type-text.ts";

/** The type of a column's cells in answers. A blank is null, and never there in a column that is always filled. */
export function answeredCell(column: ColumnSchema): string {
  if (column.json === "array") return `${inBrackets(itemType(column))}[]`;
  return orBlank(singleType(column), column);
}

/** The type of a column's cells as Add and Edit take them. */
export function sentCell(column: ColumnSchema): string {
  if (column.json === "array") return `readonly ${inBrackets(itemType(column))}[]`;
  return orBlank(singleType(column), column);
}

function orBlank(type: string, { required }: ColumnSchema): string {
  return required === true || type === UNKNOWN ? type : `${type} | null`;
}

function singleType(column: ColumnSchema): string {
  return column.values === undefined ? PLAIN[column.json] : choicesOf(column, PLAIN[column.json]);
}

function itemType(column: ColumnSchema): string {
  const plain = PLAIN[column.items ?? "any"];
  return column.values === undefined ? plain : choicesOf(column, plain);
}

/** Other values are completed by editors from those declared, and allowed all the same. What is computed is not checked. */
function choicesOf({ values = [], allowOtherValues, computed }: ColumnSchema, plain: string): string {
  const literals = values.map((value) => (typeof value === "string" ? quoted(value) : String(value)));
  const isOpen = allowOtherValues === true || computed || literals.length === 0;
  return [...literals, ...(isOpen ? [`(${plain} & {})`] : [])].join(" | ");
}

function inBrackets(type: string): string {
  return type.includes(" ") ? `(${type})` : type;
}

const UNKNOWN = "unknown";

const PLAIN: Readonly<Record<JsonType, string>> = {
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
  array: "unknown[]",
  any: UNKNOWN,
};

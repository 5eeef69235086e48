import type { ColumnSchema, FieldSchema, JsonType } from "@tablewright/core";
import { memberName, quoted } from "./type-text.ts";

/** The type of a column's cells in answers. A blank is null, and never there in a column that is always filled. */
export function answeredCell(column: ColumnSchema): string {
  if (column.json === "array") return `${inBrackets(itemType(column))}[]`;
  return orBlank(singleType(column), column);
}

/** The type of a column's cells as Add and Edit take them. */
export function sentCell(column: ColumnSchema): string {
  if (column.json === "array") return `readonly ${inBrackets(itemType(column, "?"))}[]`;
  return orBlank(singleType(column, "?"), column);
}

function orBlank(type: string, { required }: ColumnSchema): string {
  return required === true || type === UNKNOWN ? type : `${type} | null`;
}

/** `mark` is `?` where fields may be left out. */
type Mark = "" | "?";

function singleType(column: ColumnSchema, mark: Mark = ""): string {
  if (column.fields !== undefined) return objectType(column.fields, mark);
  return column.values === undefined ? PLAIN[column.json] : choicesOf(column, PLAIN[column.json]);
}

function objectType(fields: readonly FieldSchema[], mark: Mark): string {
  const members = fields.map(
    (field) => `readonly ${memberName(field.name)}${mark}: ${fieldType(field, mark)}`,
  );
  return `{ ${members.join("; ")} }`;
}

function fieldType({ json, items = "any", fields }: FieldSchema, mark: Mark): string {
  const single = fields === undefined ? PLAIN[json === "array" ? items : json] : objectType(fields, mark);
  if (json === "array") return `readonly ${inBrackets(single)}[]`;
  return single === UNKNOWN ? single : `${single} | null`;
}

/** The type of a value in answers. */
export function answeredField(field: FieldSchema): string {
  return fieldType(field, "");
}

/** The type of a value as it is sent. */
export function sentField(field: FieldSchema): string {
  return fieldType(field, "?");
}

function itemType(column: ColumnSchema, mark: Mark = ""): string {
  if (column.fields !== undefined) return objectType(column.fields, mark);
  const plain = PLAIN[column.items ?? "any"];
  return column.values === undefined ? plain : choicesOf(column, plain);
}

/** Other values are completed by editors from those declared, and allowed all the same. What is computed is not checked. */
function choicesOf({ values = [], allowOtherValues, computed }: ColumnSchema, plain: string): string {
  const literals = values.map((value) => (typeof value === "string" ? quoted(value) : String(value)));
  const isOpen = allowOtherValues === true || computed || literals.length === 0;
  return [...literals, ...(isOpen ? [`(${plain} & {})`] : [])].join(" | ");
}

export function inBrackets(type: string): string {
  return type.includes(" ") ? `(${type})` : type;
}

const UNKNOWN = "unknown";

const PLAIN: Readonly<Record<JsonType, string>> = {
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
  array: "unknown[]",
  object: "object",
  any: UNKNOWN,
};

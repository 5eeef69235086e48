import type { ColumnSchema, TableSchema, Wire } from "@tablewright/core";
import { answeredCell } from "./answered-cell.ts";
import { type JsonSchema, listOf, objectOf } from "./json-schema.ts";
import { sentCell } from "./sent-cell.ts";

/** The rows of a table as they are answered, and as each operation takes them. */
export interface RowSchemas {
  readonly answered: JsonSchema;
  readonly added: JsonSchema;
  readonly edited: JsonSchema;
  /** The key alone: what Find, Delete and actions look at. */
  readonly named: JsonSchema;
}

export function rowSchemas(table: TableSchema, wire: Wire, hasNumbers: boolean): RowSchemas {
  const writable = cells(
    table.columns.filter((column) => column.writable),
    sentCell,
  );
  const { properties: keys, required } = keySchema(table);
  const needed = table.columns.filter(isNeededByAdd).map(({ name }) => name);
  return {
    answered: answeredRow(table, wire, hasNumbers),
    added: objectOf(writable, needed),
    edited: { ...objectOf({ ...writable, ...keys }), ...required },
    named: { ...objectOf(keys), ...required },
  };
}

/** Nothing is required: `Columns` leaves members out, and a caller without Find is answered only the key of stored rows. */
function answeredRow({ columns, key }: TableSchema, wire: Wire, hasNumbers: boolean): JsonSchema {
  const names = wire === "typed" ? listOf({ type: "string" }) : { type: "string" };
  const properties = {
    _RowNumber: rowNumber(wire, hasNumbers),
    ...cells(columns, (column) => answeredCell(column, wire)),
    ...(key.length > 1 ? { _ComputedKey: { type: "string" } } : {}),
    _Version: { type: "string", description: "Where Version among the Properties asks for it." },
    _Hidden: { ...names, description: "Where Form asks for it: the columns that a form does not show." },
    _ReadOnly: { ...names, description: "Where Form asks for it: the columns that a form does not edit." },
  };
  return { ...objectOf(properties), additionalProperties: false };
}

/** Rows of another program's table have no number. */
function rowNumber(wire: Wire, hasNumbers: boolean): JsonSchema {
  if (wire === "appsheet") return { type: "string" };
  if (hasNumbers) return { type: "integer" };
  return wire === "typed" ? { type: "null" } : { const: "" };
}

/** A composite key is its parts or `_ComputedKey`. */
function keySchema({ columns, key }: TableSchema) {
  const properties = cells(
    columns.filter((column) => column.key),
    sentCell,
  );
  if (key.length === 1) return { properties, required: { required: key } };
  return {
    properties: { ...properties, _ComputedKey: { type: "string" } },
    required: { anyOf: [{ required: key }, { required: ["_ComputedKey"] }] },
  };
}

function cells(
  columns: readonly ColumnSchema[],
  schemaOf: (column: ColumnSchema) => JsonSchema,
): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(columns.map((column) => [column.name, schemaOf(column)]));
}

function isNeededByAdd({ writable, required, hasInitialValue }: ColumnSchema): boolean {
  return writable && required === true && !hasInitialValue;
}

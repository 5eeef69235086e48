import type { ColumnSchema, TableSchema, Wire } from "@tablewright/core";
import { answeredCell } from "./answered-cell.ts";
import { type JsonSchema, objectOf } from "./json-schema.ts";
import { sentCell } from "./sent-cell.ts";

/** The rows of a table as they are answered, and as each operation takes them. */
export interface RowSchemas {
  readonly answered: JsonSchema;
  readonly added: JsonSchema;
  readonly edited: JsonSchema;
  /** The key alone: what Find, Delete and actions look at. */
  readonly named: JsonSchema;
}

export function rowSchemas(table: TableSchema, wire: Wire): RowSchemas {
  const writable = cells(
    table.columns.filter((column) => column.writable),
    sentCell,
  );
  const { properties: keys, required } = keySchema(table);
  const needed = table.columns.filter(isNeededByAdd).map(({ name }) => name);
  return {
    answered: answeredRow(table, wire),
    added: objectOf(writable, needed),
    edited: { ...objectOf({ ...writable, ...keys }), ...required },
    named: { ...objectOf(keys), ...required },
  };
}

/** Every column is in every row; members not told of here do not come. */
function answeredRow({ columns, key }: TableSchema, wire: Wire): JsonSchema {
  const properties = {
    _RowNumber: { type: wire === "appsheet" ? "string" : "integer" },
    ...cells(columns, (column) => answeredCell(column, wire)),
    ...(key.length > 1 ? { _ComputedKey: { type: "string" } } : {}),
  };
  return { ...objectOf(properties, Object.keys(properties)), additionalProperties: false };
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

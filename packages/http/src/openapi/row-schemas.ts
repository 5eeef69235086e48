import {
  type DescribedColumn,
  type DescribedTable,
  type Wire,
  type WireForm,
  wireNamed,
} from "@tablewright/core";
import { listSchema, type OpenApiSchema, objectSchema, reference } from "./json-schema.ts";

/** The rows of a table as they are answered, and as each operation takes them. */
interface RowSchemas {
  readonly answered: OpenApiSchema;
  readonly added: OpenApiSchema;
  readonly edited: OpenApiSchema;
  /** Only the key: what Find, Delete and actions read. */
  readonly named: OpenApiSchema;
}

export function rowSchemas(
  table: DescribedTable,
  wire: Wire,
  hasNumbers: boolean,
  components: ReadonlyMap<string, string>,
): RowSchemas {
  const writable = cells(
    table.columns.filter((column) => column.writable),
    sentCell,
  );
  const { properties: keys, required } = keySchema(table);
  const needed = table.columns.filter(isNeededByAdd).map(({ name }) => name);
  return {
    answered: answeredRow(table, wireNamed(wire), hasNumbers, components),
    added: objectSchema(writable, needed),
    edited: { ...objectSchema({ ...writable, ...keys }), ...required },
    named: { ...objectSchema(keys), ...required },
  };
}

/** Nothing is required: `Columns` leaves members out, and a caller without Find is answered only the key of stored rows. */
function answeredRow(
  { columns, key }: DescribedTable,
  { schemas }: WireForm,
  hasNumbers: boolean,
  components: ReadonlyMap<string, string>,
): OpenApiSchema {
  const { count, noCount, names, cellOf } = schemas;
  const properties = {
    _RowNumber: hasNumbers ? count : noCount,
    ...cells(columns, (column) => ({ ...cellOf(column), ...describedCell(column) })),
    ...(key.length > 1 ? { _ComputedKey: { type: "string" } } : {}),
    _Version: { type: "string", description: "Where Version among the Properties asks for it." },
    _Hidden: { ...names, description: "Where Form asks for it: the columns that a form does not show." },
    _ReadOnly: { ...names, description: "Where Form asks for it: the columns that a form does not edit." },
    ...expandedSchema(columns, components),
  };
  return { ...objectSchema(properties), additionalProperties: false };
}

/** The rows that Refs of the row point at. */
function expandedSchema(
  columns: readonly DescribedColumn[],
  components: ReadonlyMap<string, string>,
): Readonly<Record<string, OpenApiSchema>> {
  const members = columns.flatMap(({ name, table, json }) => {
    const component = components.get(table ?? "");
    if (component === undefined) return [];
    const row = reference(`${component}Row`);
    return [[name, json === "array" ? listSchema(row) : { anyOf: [row, { type: "null" }] }] as const];
  });
  if (members.length === 0) return {};
  const schema = { ...objectSchema(Object.fromEntries(members)), additionalProperties: false };
  return {
    _Expanded: { ...schema, description: "Where Expand among the Properties of a Find asks for it." },
  };
}

/** A composite key is its parts or `_ComputedKey`. */
function keySchema({ columns, key }: DescribedTable) {
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
  columns: readonly DescribedColumn[],
  schemaOf: (column: DescribedColumn) => OpenApiSchema,
): Readonly<Record<string, OpenApiSchema>> {
  return Object.fromEntries(columns.map((column) => [column.name, schemaOf(column)]));
}

/** A column that not everybody may read or write is not needed of everybody. */
function isNeededByAdd({ writable, required, hasInitialValue, readIf, writeIf }: DescribedColumn): boolean {
  return writable && required === true && !hasInitialValue && !readIf && !writeIf;
}

/** What is said of a cell however it is written: the words of the definition, and what a Ref has to do with its row. */
function describedCell({
  description,
  table,
  json,
  partOf,
  onDelete,
  readIf,
}: DescribedColumn): OpenApiSchema {
  const effect = partOf ? "delete" : onDelete;
  const refers =
    table === undefined || json === "array" ? [] : [`Refers to "${table}"${WORDS[effect ?? ""]}.`];
  const hidden = readIf === undefined ? [] : ["Left out where the caller may not read it."];
  const sentences = [...(description === undefined ? [] : [description]), ...refers, ...hidden];
  return {
    ...(sentences.length === 0 ? {} : { description: sentences.join("\n\n") }),
    ...(effect === undefined ? {} : { "x-on-delete": effect }),
  };
}

/** What the deletion of the row that a Ref points at does. */
const WORDS: Readonly<Record<string, string>> = {
  "": "",
  restrict: "; that row cannot be deleted as long as this one refers to it",
  clear: "; blank once that row is deleted",
  delete: "; this row is deleted with that one",
};

/** A cell as it may be sent, on every wire: in the form of the Locale or the JSON one. A null or an empty text is blank. */
function sentCell(column: DescribedColumn): OpenApiSchema {
  const { json } = column;
  const schema = describedCell(column);
  if (json === "any") return schema;
  if (json === "array") return { type: ["array", "string", "number", "boolean", "null"], ...schema };
  return {
    type: ["string", "number", "boolean", "null", ...(PARTS[column.type] ?? [])],
    ...boundsOf(column),
    ...choicesOf(column),
    ...schema,
  };
}

/** The values that may also be sent in parts: a link with its text, a place as two numbers. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  Object: ["object"],
  Url: ["object"],
  LatLong: ["array"],
  XY: ["array"],
};

/** JSON Schema applies a bound to the type it is about: one of numbers says nothing about a number sent as text. */
function boundsOf({ json, min, max, maxLength }: DescribedColumn): OpenApiSchema {
  const isNumber = json === "number" || json === "integer";
  return {
    ...(isNumber && typeof min === "number" ? { minimum: min } : {}),
    ...(isNumber && typeof max === "number" ? { maximum: max } : {}),
    ...(json === "string" && maxLength !== undefined ? { maxLength } : {}),
  };
}

/** The values as they are best sent: they are taken in any case of letters, and numbers as text. */
function choicesOf({ values }: DescribedColumn): OpenApiSchema {
  return values === undefined ? {} : { examples: values };
}

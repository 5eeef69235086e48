import { requestProperties } from "@tablewright/core";

/** A JSON Schema, or a part of one. */
export type OpenApiSchema = Readonly<Record<string, unknown>>;

export const TEXT: OpenApiSchema = { type: "string" };
export const COUNT: OpenApiSchema = { type: "integer", minimum: 0 };
export const NUMBER: OpenApiSchema = { type: "number" };
export const BOOL: OpenApiSchema = { type: "boolean" };
/** ISO 8601, in UTC. */
export const MOMENT: OpenApiSchema = { type: "string", format: "date-time" };
export const oneOfValues = (...values: readonly unknown[]): OpenApiSchema => ({ enum: values });

/** The schema with a sentence, which OpenAPI and the types of the client repeat. */
export const says = (schema: OpenApiSchema, description: string): OpenApiSchema => ({
  ...schema,
  description,
});

export const reference = (component: string): OpenApiSchema => ({
  $ref: `#/components/schemas/${component}`,
});

export function objectSchema(
  properties: Readonly<Record<string, OpenApiSchema>>,
  required: readonly string[] = [],
): OpenApiSchema {
  return { type: "object", properties, ...(required.length === 0 ? {} : { required }) };
}

/** An object with these members: all of them, but for those of `optional`, and no others. */
export function closed(
  members: Readonly<Record<string, OpenApiSchema>>,
  optional: Readonly<Record<string, OpenApiSchema>> = {},
): OpenApiSchema {
  return {
    ...objectSchema({ ...members, ...optional }, Object.keys(members)),
    additionalProperties: false,
  };
}

export const listSchema = (items: OpenApiSchema, more: OpenApiSchema = {}): OpenApiSchema => ({
  type: "array",
  items,
  ...more,
});

export const TEXTS: OpenApiSchema = listSchema(TEXT);

const place = { type: "integer", minimum: 0 };

export const commonSchemas: Readonly<Record<string, OpenApiSchema>> = {
  Properties: {
    ...objectSchema(
      Object.fromEntries(
        requestProperties.map(({ name, summary, schema }) => [name, { ...schema, description: summary }]),
      ),
    ),
    description: "What holds for the whole call; a null or an empty text counts as left out.",
  },
  Mistake: says(
    objectSchema(
      {
        call: { type: "integer", minimum: 1, description: "Which of the calls of a batch, from 1." },
        row: { type: "integer", minimum: 1, description: "Which of the rows sent, from 1." },
        column: TEXT,
        key: TEXT,
        code: says(TEXT, "Such as `rule/required`; docs/errors.md lists all."),
        message: TEXT,
        hint: says(TEXT, "What to do about it."),
        start: { ...place, description: "Where it begins in an expression." },
        end: place,
      },
      ["code", "message"],
    ),
    "One error or warning with its place.",
  ),
  Problem: objectSchema(
    {
      type: TEXT,
      title: TEXT,
      status: { type: "integer" },
      detail: TEXT,
      message: TEXT,
      code: TEXT,
      traceId: TEXT,
      errors: listSchema(reference("Mistake")),
      warnings: listSchema(reference("Mistake")),
    },
    ["type", "title", "status", "detail", "code", "traceId", "errors"],
  ),
  JsonType: oneOfValues("string", "number", "integer", "boolean", "array", "object", "any"),
  FieldSchema: {
    ...objectSchema(
      {
        name: TEXT,
        type: says(TEXT, "Its type in expressions, such as `Price`."),
        json: reference("JsonType"),
        items: says(reference("JsonType"), "Of an array: the JSON type of its items."),
        fields: says(listSchema(reference("FieldSchema")), "Of an object, or of the objects in an array."),
      },
      ["name", "type", "json"],
    ),
    additionalProperties: false,
    description: "A field of an object.",
  },
};

/** The cells of a row as the history has them: in the form of the wire `typed`. */
const image = { type: ["object", "null"] };

/** A row that was changed. */
export const changedRow = {
  table: TEXT,
  operation: oneOfValues("add", "edit", "delete"),
  key: TEXT,
  before: says(image, "Of an edit the columns that changed, of a deleted row all; null for a new one."),
  after: says(image, "Of an edit the columns that changed, of a new row all; null for a deleted one."),
};

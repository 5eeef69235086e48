/** A JSON Schema, or a part of one. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export const TEXT: JsonSchema = { type: "string" };
export const COUNT: JsonSchema = { type: "integer", minimum: 0 };
export const NUMBER: JsonSchema = { type: "number" };
export const BOOL: JsonSchema = { type: "boolean" };
/** ISO 8601, in UTC. */
export const MOMENT: JsonSchema = { type: "string", format: "date-time" };
export const oneOfValues = (...values: readonly unknown[]): JsonSchema => ({ enum: values });

/** The schema with a sentence, which OpenAPI and the types of the client repeat. */
export const says = (schema: JsonSchema, description: string): JsonSchema => ({ ...schema, description });

export const reference = (component: string): JsonSchema => ({ $ref: `#/components/schemas/${component}` });

export function objectSchema(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = [],
): JsonSchema {
  return { type: "object", properties, ...(required.length === 0 ? {} : { required }) };
}

/** An object with these members: all of them, but for those of `optional`, and no others. */
export function closed(
  members: Readonly<Record<string, JsonSchema>>,
  optional: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema {
  return {
    ...objectSchema({ ...members, ...optional }, Object.keys(members)),
    additionalProperties: false,
  };
}

export const listSchema = (items: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
  type: "array",
  items,
  ...more,
});

export const TEXTS: JsonSchema = listSchema(TEXT);

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

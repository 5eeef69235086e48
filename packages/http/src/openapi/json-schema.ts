/** A JSON Schema, or a part of one. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export const reference = (component: string): JsonSchema => ({ $ref: `#/components/schemas/${component}` });

export function objectOf(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = [],
): JsonSchema {
  return { type: "object", properties, ...(required.length === 0 ? {} : { required }) };
}

export const listOf = (items: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
  type: "array",
  items,
  ...more,
});

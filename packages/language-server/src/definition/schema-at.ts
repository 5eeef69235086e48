import type { Path } from "@tablewright/core";
import { definitionSchema, type JsonSchema } from "@tablewright/core/definition";

/** The schema of what a path leads to; undefined where nothing can be. */
export function schemaAt(path: Path): JsonSchema | undefined {
  whole ??= definitionSchema();
  let schema: JsonSchema | undefined = whole;
  for (const step of path) schema = schema && stepInto(schema, step);
  return schema;
}

/** Made at the first question: it takes some milliseconds. */
let whole: JsonSchema | undefined;

function stepInto(schema: JsonSchema, step: string | number): JsonSchema | undefined {
  for (const one of [schema, ...((schema.anyOf ?? []) as readonly JsonSchema[])]) {
    const { properties = {}, additionalProperties, items } = one;
    const isPosition = /^\d+$/.test(String(step));
    if (isPosition && typeof items === "object") return items as JsonSchema;
    if (Object.hasOwn(properties, step)) return properties[step] as JsonSchema;
    if (typeof additionalProperties === "object") return additionalProperties as JsonSchema;
  }
  return undefined;
}

/** The values that a schema lists: words, and true or false. */
export function valuesOf(schema: JsonSchema): readonly string[] {
  const { const: only, enum: listed = [], type, anyOf = [] } = schema;
  return [
    ...(only === undefined ? [] : [String(only)]),
    ...listed.map(String),
    ...(type === "boolean" && only === undefined ? ["true", "false"] : []),
    ...(anyOf as readonly JsonSchema[]).flatMap(valuesOf),
  ];
}

import type { z } from "zod";
import type { JsonValue } from "../src/values/index.ts";

type Schema = z.core.JSONSchema.BaseSchema;
type Members = Readonly<Record<string, JsonValue>>;

/** Where a value breaks a JSON Schema, as far as the schema of definitions uses that language. Its own words fail loudly. */
export function schemaErrors(schema: Schema, value: JsonValue, path = "#"): readonly string[] {
  const unknown = Object.keys(schema).filter((word) => !WORDS.has(word));
  if (unknown.length > 0) throw new Error(`${path}: teach schema-errors.ts the words ${unknown.join(", ")}.`);
  if (schema.if !== undefined) {
    const isMet = schemaErrors(schema.if as Schema, value, path).length === 0;
    return schemaErrors((isMet ? schema.then : schema.else) as Schema, value, path);
  }
  const { anyOf, const: only, enum: words, type } = schema;
  if (anyOf !== undefined) {
    const fits = anyOf.some((one) => schemaErrors(one as Schema, value, path).length === 0);
    return fits ? [] : [`${path} fits none of ${anyOf.length} forms`];
  }
  if (only !== undefined && value !== only) return [`${path} is not ${only}`];
  if (words !== undefined && !words.includes(value as string)) return [`${path} is not one of ${words}`];
  const types = [type ?? []].flat();
  if (types.length > 0 && !types.some((one) => hasType(one, value))) return [`${path} is no ${types}`];
  if (typeof value === "number") return numberErrors(schema, value, path);
  if (typeof value === "string") return textErrors(schema, value, path);
  if (Array.isArray(value)) return listErrors(schema, value, path);
  return typeof value === "object" && value !== null ? memberErrors(schema, value as Members, path) : [];
}

const WORDS = new Set(
  (
    "$schema title description type properties required additionalProperties propertyNames anyOf if then else const enum items " +
    "minItems minLength pattern format minimum maximum exclusiveMinimum"
  ).split(" "),
);

function hasType(type: string, value: JsonValue): boolean {
  if (type === "integer") return Number.isInteger(value);
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  return typeof value === type;
}

function numberErrors({ minimum, exclusiveMinimum }: Schema, value: number, path: string): string[] {
  const isLow = (minimum !== undefined && value < minimum) || value <= Number(exclusiveMinimum);
  return isLow ? [`${path} is too small`] : [];
}

function textErrors({ minLength = 0, pattern = "" }: Schema, value: string, path: string): string[] {
  return value.length < minLength || !new RegExp(pattern, "u").test(value)
    ? [`${path} has the wrong form`]
    : [];
}

function listErrors({ minItems = 0, items }: Schema, list: readonly JsonValue[], path: string): string[] {
  const short = list.length < minItems ? [`${path} is too short`] : [];
  return [...short, ...list.flatMap((item, at) => schemaErrors(items as Schema, item, `${path}/${at}`))];
}

function memberErrors(
  { properties = {}, required = [], additionalProperties }: Schema,
  members: Members,
  path: string,
): string[] {
  const missing = required.filter((name) => !Object.hasOwn(members, name));
  const found = Object.entries(members).flatMap(([name, member]) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    if (schema === false) return [`${path}/${name} is not known`];
    return typeof schema === "object" ? schemaErrors(schema as Schema, member, `${path}/${name}`) : [];
  });
  return [...missing.map((name) => `${path}/${name} is missing`), ...found];
}

import type { Path } from "@tablewright/core";
import {
  definitionSchema,
  type JsonSchema,
  rulesSchema,
  type WrittenScalar,
} from "@tablewright/core/definition";

/** The schema of what a path leads to, in an application or in rules; undefined where nothing can be. */
export function schemaAt(path: Path, isOfRules: boolean): JsonSchema | undefined {
  const whole = isOfRules ? wholeOfRules() : wholeOfApp();
  let schema: JsonSchema | undefined = whole;
  for (const step of path) schema = schema && stepInto(whole, schema, step);
  return schema && resolved(whole, schema);
}

/** Made at the first question: it takes some milliseconds. */
const wholeOfApp = once(definitionSchema);
const wholeOfRules = once(rulesSchema);

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Follows a reference to the schema with that name. */
function resolved(whole: JsonSchema, schema: JsonSchema): JsonSchema {
  const [, name] = /^#\/\$defs\/(.+)$/.exec(schema.$ref ?? "") ?? [];
  const named = name === undefined ? undefined : whole.$defs?.[name];
  return typeof named === "object" ? resolved(whole, named as JsonSchema) : schema;
}

function stepInto(whole: JsonSchema, around: JsonSchema, step: string | number): JsonSchema | undefined {
  const schema = resolved(whole, around);
  for (const each of [schema, ...((schema.anyOf ?? []) as readonly JsonSchema[])]) {
    const { properties = {}, additionalProperties, items } = resolved(whole, each);
    const isPosition = /^\d+$/.test(String(step));
    if (isPosition && typeof items === "object") return items as JsonSchema;
    if (Object.hasOwn(properties, step)) return properties[step] as JsonSchema;
    if (typeof additionalProperties === "object") return additionalProperties as JsonSchema;
  }
  return undefined;
}

/** The values that a schema lists: words, and true or false. */
export function valuesAllowed(schema: JsonSchema): readonly string[] {
  const { const: only, enum: listed = [], type, anyOf = [] } = schema;
  return [
    ...(only === undefined ? [] : [String(only)]),
    ...listed.map(String),
    ...(type === "boolean" && only === undefined ? ["true", "false"] : []),
    ...(anyOf as readonly JsonSchema[]).flatMap(valuesAllowed),
  ];
}

/** Words as a scalar of YAML, in quotes where the scalar there begins with `quote`, or where quotes are needed. */
export function scalarOfWords(words: string, quote: string): string {
  if (quote === "'") return `'${words.replaceAll("'", "''")}'`;
  return quote === '"' || !isPlainScalar(words) ? JSON.stringify(words) : words;
}

/** Whether YAML reads the text without quotes as itself, everywhere. */
function isPlainScalar(text: string): boolean {
  const isWords = /^[\p{L}_][\p{L}\p{N}_ .?/()-]*$/u.test(text) && text === text.trim();
  return isWords && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text);
}

/** Words as a scalar of the type writes them; undefined where they cannot be put into it. */
export function escapedIn(type: WrittenScalar["type"], words: string): string | undefined {
  if (type === "QUOTE_SINGLE") return words.replaceAll("'", "''");
  if (type === "QUOTE_DOUBLE") return JSON.stringify(words).slice(1, -1);
  if (type !== "PLAIN") return words;
  return /: | #|^[[{"'&*!|>%@`]/.test(words) ? undefined : words;
}

/** A line of YAML with a line of underscores in the place of each quoted text. */
export function withoutQuoted(line: string): string {
  return line.replace(/"(?:[^"\\]|\\.)*"|(?<=[\s:[{,])'(?:[^']|'')*'/g, (part) => "_".repeat(part.length));
}

import type { JsonValue } from "@tablewright/core/expression";
import { yamlText } from "./yaml-text.ts";

/** A type in the form that `compile` takes. */
export type GuessedColumn =
  | string
  | { readonly type: "Object"; readonly fields: Readonly<Record<string, GuessedColumn>> }
  | { readonly type: "List"; readonly of: GuessedColumn };

type JsonObject = Readonly<Record<string, JsonValue>>;

/** The type each column of a row given as JSON most likely has; of objects and lists at any depth. */
export function guessColumnTypes(row: JsonObject): Record<string, GuessedColumn> {
  return guessFields([row]);
}

/** The fields of some objects: each has the type that its values have in common. */
function guessFields(objects: readonly JsonObject[]): Record<string, GuessedColumn> {
  const names = new Set(objects.flatMap((one) => Object.keys(one)));
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      guessFromValues(objects.flatMap((one) => (Object.hasOwn(one, name) ? [one[name] as JsonValue] : []))),
    ]),
  );
}

/** The type that values have in common: Text where they have none. */
export function guessFromValues(values: readonly JsonValue[]): GuessedColumn {
  const given = values.filter((value) => value !== null && value !== "");
  if (given.length > 0 && given.every(Array.isArray))
    return { type: "List", of: guessFromValues((given as readonly JsonValue[][]).flat()) };
  if (given.length > 0 && given.every(isObject)) return { type: "Object", fields: guessFields(given) };
  const types = new Set(given.map(guessScalar));
  const [only] = types;
  if (types.size === 1 && only !== undefined) return only;
  return types.size === 2 && types.has("Number") && types.has("Decimal") ? "Decimal" : "Text";
}

function isObject(value: JsonValue): value is { [name: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function guessScalar(value: JsonValue): string {
  if (typeof value === "number") return Number.isInteger(value) ? "Number" : "Decimal";
  if (typeof value === "boolean") return "Yes/No";
  if (typeof value !== "string") return "Text";
  if (/^\d{4}-\d\d-\d\d$/u.test(value)) return "Date";
  return /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?$/u.test(value) ? "DateTime" : "Text";
}

/** A guessed type in YAML, on one line. */
export function writeGuess(guess: GuessedColumn): string {
  if (typeof guess === "string") return guess;
  if (guess.type === "List") return `{ type: List, of: ${writeGuess(guess.of)} }`;
  const fields = Object.entries(guess.fields).map(([name, type]) => `${yamlText(name)}: ${writeGuess(type)}`);
  return `{ type: Object, fields: { ${fields.join(", ")} } }`;
}

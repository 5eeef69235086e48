/** Schemas that several routes refer to. */
import { requestProperties } from "@tablewright/core";
import { type JsonSchema, listOf, objectOf, oneOf, reference, says, text } from "./json-schema.ts";

const place = { type: "integer", minimum: 0 };

export const commonSchemas: Readonly<Record<string, JsonSchema>> = {
  Properties: {
    ...objectOf(
      Object.fromEntries(
        requestProperties.map(({ name, summary, schema }) => [name, { ...schema, description: summary }]),
      ),
    ),
    description: "What holds for the whole call; a null or an empty text counts as left out.",
  },
  Mistake: says(
    objectOf(
      {
        row: { type: "integer", minimum: 1, description: "Which of the rows sent, from 1." },
        column: text,
        key: text,
        code: says(text, "Such as `rule/required`; docs/errors.md lists all."),
        message: text,
        hint: says(text, "What to do about it."),
        start: { ...place, description: "Where it begins in an expression." },
        end: place,
      },
      ["code", "message"],
    ),
    "One error or warning with its place.",
  ),
  Problem: objectOf(
    {
      type: text,
      title: text,
      status: { type: "integer" },
      detail: text,
      message: text,
      code: text,
      traceId: text,
      errors: listOf(reference("Mistake")),
      warnings: listOf(reference("Mistake")),
    },
    ["type", "title", "status", "detail", "code", "traceId", "errors"],
  ),
  JsonType: oneOf("string", "number", "integer", "boolean", "array", "object", "any"),
  FieldSchema: {
    ...objectOf(
      {
        name: text,
        type: says(text, "Its type in expressions, such as `Price`."),
        json: reference("JsonType"),
        items: says(reference("JsonType"), "Of an array: the JSON type of its items."),
        fields: says(listOf(reference("FieldSchema")), "Of an object, or of the objects in an array."),
      },
      ["name", "type", "json"],
    ),
    additionalProperties: false,
    description: "A field of an object.",
  },
};

/** The cells of a row as the history has them: in the form of the wire `typed`. */
const image = { type: ["object", "null"] };

/** What is told of a row that was changed. */
export const changedRow = {
  table: text,
  operation: oneOf("add", "edit", "delete"),
  key: text,
  before: says(image, "Of an edit the columns that changed, of a deleted row all; null for a new one."),
  after: says(image, "Of an edit the columns that changed, of a new row all; null for a deleted one."),
};

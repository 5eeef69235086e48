import { requestProperties } from "@tablewright/core";
import { type JsonSchema, listOf, objectOf, reference } from "./json-schema.ts";

const text = { type: "string" };
const place = { type: "integer", minimum: 0 };

/** The schemas that every table refers to. */
export const commonSchemas: Readonly<Record<string, JsonSchema>> = {
  Properties: {
    ...objectOf(
      Object.fromEntries(
        requestProperties.map(({ name, summary, schema }) => [name, { ...schema, description: summary }]),
      ),
    ),
    description: "What holds for the whole call; a null or an empty text counts as left out.",
  },
  Mistake: objectOf(
    {
      row: { type: "integer", minimum: 1, description: "Which of the rows sent, from 1." },
      column: text,
      key: text,
      code: text,
      message: text,
      hint: text,
      start: { ...place, description: "Where it begins in an expression." },
      end: place,
    },
    ["code", "message"],
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
};

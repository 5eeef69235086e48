import { type JsonSchema, reference } from "./json-schema.ts";

/** The paths besides the calls: what there is, how a Find would be carried out, and summaries of its rows. */
export function describingPaths(base: string): Readonly<Record<string, JsonSchema>> {
  const table = { name: "tableName", in: "path", required: true, schema: { type: "string" } };
  return {
    [`${base}/tables`]: {
      get: { operationId: "listTables", summary: "The tables and slices.", responses: answered("TableList") },
    },
    [`${base}/tables/{tableName}/schema`]: {
      parameters: [table],
      get: {
        operationId: "showSchema",
        summary: "The columns of a table or slice.",
        responses: answered("TableSchema"),
      },
    },
    [`${base}/tables/{tableName}/history`]: {
      parameters: [table, query("key", true)],
      get: {
        operationId: "readHistory",
        summary: "The versions of one row.",
        responses: answered("History"),
      },
    },
    [`${base}/changes`]: {
      parameters: [query("after"), query("limit")],
      get: {
        operationId: "readChanges",
        summary: "What was changed after a cursor, also as server-sent events.",
        responses: answered("Changes"),
      },
    },
    [`${base}/tables/{tableName}/explain`]: {
      parameters: [table],
      post: {
        operationId: "explainFind",
        summary: "How a Find or a summary would be carried out; the body is that of the Find or summary.",
        requestBody: { required: true, content: { "application/json": { schema: { type: "object" } } } },
        responses: answered("Explanation"),
      },
    },
    [`${base}/tables/{tableName}/summary`]: {
      parameters: [table],
      post: {
        operationId: "summariseRows",
        summary:
          "One row for each group of the rows of a Find; the body is that of the Find, with By and Values.",
        requestBody: { required: true, content: { "application/json": { schema: summaryBody } } },
        responses: answered("Summary"),
      },
    },
  };
}

const summaryBody: JsonSchema = {
  type: "object",
  properties: {
    Properties: { type: "object" },
    Rows: { type: "array", items: { type: "object" } },
    By: { type: "array", items: { type: "string" }, description: "The columns that make the groups." },
    Values: {
      type: "object",
      description: 'What is computed of each group by its name: "COUNT", or a function and its column.',
      additionalProperties: {
        anyOf: [
          { enum: ["COUNT"] },
          {
            type: "object",
            minProperties: 1,
            maxProperties: 1,
            propertyNames: { enum: ["SUM", "AVERAGE", "MIN", "MAX"] },
            additionalProperties: { type: "string" },
          },
        ],
      },
    },
  },
};

/** A parameter of the query. */
export function query(name: string, required = false): JsonSchema {
  return { name, in: "query", required, schema: { type: "string" } };
}

/** The answers of a path: an object of the common schema of the name, or a problem. */
export const answered = (name: string, description = "The answer."): JsonSchema => ({
  200: { description, content: { "application/json": { schema: reference(name) } } },
  default: { $ref: "#/components/responses/Problem" },
});

import { type AppSchema, componentNames, requestProperties } from "@tablewright/core";
import { answerSchemas } from "./answer-schemas.ts";
import { describingPaths } from "./describing-paths.ts";
import { type JsonSchema, listOf, objectOf, reference } from "./json-schema.ts";
import { decisionPaths, operatorPaths } from "./operator-paths.ts";
import { type OpenapiForm, tablePath, tableSchemas } from "./table-paths.ts";

/** The OpenAPI 3.1 document of an application: the call of every table and slice, their rows, and errors. */
export function writeOpenapi(app: AppSchema, form: OpenapiForm): JsonSchema {
  const base = `/api/v2/apps/${pathPart(app.id)}`;
  const all = [...app.tables, ...app.slices];
  const components = componentNames(all.map(({ name }) => name));
  const schemes = securitySchemes(form);
  const paths: Record<string, JsonSchema> = {};
  const schemas: Record<string, JsonSchema> = {};
  for (const table of all) {
    const component = components.get(table.name) ?? "";
    paths[`${base}/tables/${pathPart(table.name)}/Action`] = tablePath(table, component, form);
    Object.assign(schemas, tableSchemas(table, component, form));
  }
  return {
    openapi: "3.1.0",
    info: { title: app.name, version: "2", description: `The records of "${app.name}".` },
    servers: [{ url: form.prefix === "" ? "/" : form.prefix }],
    security: Object.keys(schemes).map((name) => ({ [name]: [] })),
    paths: {
      ...paths,
      ...decisionPaths(base, app.decisions, {
        key: form.key,
        rows: form.rows,
        components: componentNames(app.decisions.map(({ name }) => name)),
      }),
      ...describingPaths(base),
      ...operatorPaths(base, form.key),
    },
    components: {
      schemas: { ...schemas, ...commonSchemas, ...answerSchemas },
      responses: {
        Problem: {
          description: "Nothing was changed; all errors are reported with their places.",
          content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
        },
      },
      securitySchemes: schemes,
    },
  };
}

/** The ways in which a request may say whose it is. */
function securitySchemes({ allowKeyInQuery, issuer }: OpenapiForm): JsonSchema {
  const description = `${issuer?.replace(/\/$/u, "")}/.well-known/openid-configuration`;
  return {
    accessKey: { type: "apiKey", in: "header", name: "ApplicationAccessKey" },
    ...(allowKeyInQuery
      ? { accessKeyInQuery: { type: "apiKey", in: "query", name: "applicationAccessKey" } }
      : {}),
    ...(issuer === undefined ? {} : { signIn: { type: "openIdConnect", openIdConnectUrl: description } }),
  };
}

/** A name between two slashes; braces are escaped, so that none is taken for a parameter. */
function pathPart(name: string): string {
  return encodeURIComponent(name.toWellFormed());
}

const text = { type: "string" };
const place = { type: "integer", minimum: 0 };

/** The schemas that every table refers to. */
const commonSchemas: Readonly<Record<string, JsonSchema>> = {
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

import { type AppSchema, componentNames } from "@tablewright/core";
import { answerSchemas } from "./answer-schemas.ts";
import { commonSchemas } from "./common-schemas.ts";
import { decisionPaths } from "./decision-paths.ts";
import { describingPaths } from "./describing-paths.ts";
import type { JsonSchema } from "./json-schema.ts";
import { operatorPaths } from "./operator-paths.ts";
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

import { type AppSchema, hasRight } from "@tablewright/core";
import type { Route } from "../routes/define-route.ts";
import { commonSchemas, type OpenApiSchema } from "./json-schema.ts";
import type { OpenapiForm } from "./operations.ts";

/** The OpenAPI 3.1 document of an application: the operations of the routes that the key may ask, and the schemas they refer to. */
export function writeOpenapi(routes: readonly Route[], app: AppSchema, form: OpenapiForm): OpenApiSchema {
  const schemes = securitySchemes(form);
  const paths: Record<string, OpenApiSchema> = {};
  const schemas: Record<string, OpenApiSchema> = { ...commonSchemas };
  for (const { right, operations, schemas: own } of routes) {
    if (operations === undefined || (right !== undefined && !hasRight(form.key, right))) continue;
    const described = operations(app, form);
    for (const [path, item] of Object.entries(described.paths)) paths[path] = { ...paths[path], ...item };
    Object.assign(schemas, own, described.schemas);
  }
  return {
    openapi: "3.1.0",
    info: { title: app.name, version: "2", description: `The records of "${app.name}".` },
    servers: [{ url: form.prefix === "" ? "/" : form.prefix }],
    security: Object.keys(schemes).map((name) => ({ [name]: [] })),
    paths,
    components: {
      schemas,
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
function securitySchemes({ allowKeyInQuery, issuer }: OpenapiForm): OpenApiSchema {
  const description = `${issuer?.replace(/\/$/u, "")}/.well-known/openid-configuration`;
  return {
    accessKey: { type: "apiKey", in: "header", name: "ApplicationAccessKey" },
    ...(allowKeyInQuery
      ? { accessKeyInQuery: { type: "apiKey", in: "query", name: "applicationAccessKey" } }
      : {}),
    ...(issuer === undefined ? {} : { signIn: { type: "openIdConnect", openIdConnectUrl: description } }),
  };
}

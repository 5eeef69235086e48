import type { AccessKey, Wire } from "@tablewright/core";
import type { Query } from "../routes/define-query.ts";
import { type OpenApiSchema, reference, TEXT } from "./json-schema.ts";

/** Operations of OpenAPI by their paths, in braces what varies, and the components that they refer to. */
export interface Operations {
  readonly paths: Readonly<Record<string, OpenApiSchema>>;
  readonly schemas?: Readonly<Record<string, OpenApiSchema>>;
}

/** How the document is to be written. */
export interface OpenapiForm {
  readonly key: AccessKey;
  readonly wire: Wire;
  /** The wire of answers to a request that prefers none. */
  readonly ownWire: Wire;
  /** Whether the rows of a table have numbers: those of another program's table have none. */
  readonly hasRowNumbers: (table: string) => boolean;
  /** At most so many rows in one call. */
  readonly rows: number;
  readonly allowKeyInQuery: boolean;
  /** Whose tokens people sign in with, where they do. */
  readonly issuer?: string | undefined;
  /** The prefix of the paths of the record web API. */
  readonly prefix: string;
}

/** The part of a route that OpenAPI describes. */
interface DescribedRoute {
  readonly method: "GET" | "POST";
  /** Below that of an application. */
  readonly path: string;
  readonly summary: string;
  readonly query: Query;
  readonly body?: OpenApiSchema;
  /** The component that it answers with. */
  readonly answers?: string;
}

/** The one operation of a route. */
export function operationsOf(
  { method, path, summary, query, body, answers = "" }: DescribedRoute,
  operationId: string,
  appId: string,
): Operations {
  const inPath = path.match(/:\w+/gu) ?? [];
  const parameters = [
    ...inPath.map((name) => ({ name: name.slice(1), in: "path", required: true, schema: TEXT })),
    ...Object.entries(query).map(([name, { schema, required = false }]) => ({
      name,
      in: "query",
      required,
      schema,
    })),
  ];
  const operation = {
    operationId,
    summary,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: requestBodyOf(body) }),
    responses: responsesOf(reference(answers)),
  };
  return { paths: { [pathInApplication(appId, path)]: { [method.toLowerCase()]: operation } } };
}

/** A body as OpenAPI has it. */
export const requestBodyOf = (schema: OpenApiSchema): OpenApiSchema => ({
  required: true,
  content: { "application/json": { schema } },
});

/** The answer of an operation, or a problem. */
export const responsesOf = (schema: OpenApiSchema, description = "The answer."): OpenApiSchema => ({
  200: { description, content: { "application/json": { schema } } },
  default: { $ref: "#/components/responses/Problem" },
});

/** A path below that of an application, in braces what varies. */
export function pathInApplication(appId: string, path: string): string {
  return `/api/v2/apps/${pathPart(appId)}/${path.replaceAll(/:(\w+)/gu, "{$1}")}`;
}

/** A name between two slashes; braces are escaped, so that none is taken for a parameter. */
export function pathPart(name: string): string {
  return encodeURIComponent(name.toWellFormed());
}

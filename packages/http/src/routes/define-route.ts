import type { AppSchema, Outcome, refuseRight } from "@tablewright/core";
import type { HeldKey } from "../access/access-key.ts";
import type { Answer } from "../answers/answer.ts";
import type { OpenApiSchema } from "../openapi/json-schema.ts";
import type { OpenapiForm, Operations } from "../openapi/operations.ts";
import type { CallNotes } from "../reports/call-report.ts";
import type { Service } from "../service.ts";
import type { WaitingRequest } from "../turns/carry-out.ts";

/** One method on one path. OpenAPI, the types of the client and the table in docs/http-other.md are made of these. */
export interface Route {
  readonly method: "GET" | "POST";
  /** Segments between slashes; one that begins with a colon matches any segment. */
  readonly path: string;
  /** What it answers or does, in a sentence. */
  readonly summary: string;
  /** What its key needs, besides reaching the application, table or slice of the path. */
  readonly right?: KeyRight;
  /** The schemas of its answers and their parts, by their names in OpenAPI. */
  readonly schemas?: Readonly<Record<string, OpenApiSchema>>;
  /** What OpenAPI says of it for an application, by paths; undefined where it says nothing. */
  readonly operations?: (app: AppSchema, form: OpenapiForm) => Operations;
  /** A user's error comes back as an answer; a throw is our error and becomes a 500. */
  answer(service: Service, request: RoutedRequest): Answer | Promise<Answer>;
}

type KeyRight = Parameters<typeof refuseRight>[1];

/** A request that has found its route. */
export interface RoutedRequest<Name extends string = string> extends WaitingRequest {
  /** What was sent for the path's segments with a colon, decoded. */
  readonly parameters: Readonly<Record<Name, string>>;
  /** All routes, for OpenAPI. */
  readonly routes: readonly Route[];
  /** Where what it is about is noted, for reports. */
  readonly notes: CallNotes;
  /** What became of the token it brought; undefined without one. */
  readonly signedIn?: Outcome<HeldKey> | undefined;
}

/** Names with a colon in a path. */
export type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** A route that admits its callers itself, or answers everybody. */
export function defineRoute<const Path extends string>(
  route: Omit<Route, "answer"> & {
    readonly path: Path;
    answer(service: Service, request: RoutedRequest<NamesIn<Path>>): Promise<Answer>;
  },
): Route {
  return route as Route;
}

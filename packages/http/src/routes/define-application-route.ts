import { type AppSchema, diagnose, type Outcome, refuseRight, type TimeSlice } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { cutAtKey } from "../access/address.ts";
import {
  type ApplicationAdmission,
  type Authenticated,
  authenticate,
  authenticateForApplication,
} from "../access/authenticate.ts";
import { type Answer, jsonAnswer } from "../answers/answer.ts";
import { type Preferences, readPreferences } from "../answers/preferences.ts";
import { causesOf, OK, writeProblem } from "../answers/problem.ts";
import type { OpenApiSchema } from "../openapi/json-schema.ts";
import { type OpenapiForm, type Operations, operationsOf } from "../openapi/operations.ts";
import type { Service } from "../service.ts";
import { carryOut, inPlace } from "../turns/carry-out.ts";
import { type Query, type QueryValues, readQueryValues } from "./define-query.ts";
import type { NamesIn, Route, RoutedRequest } from "./define-route.ts";

/** A request to an application that was admitted, whose query and body were read. */
export type AdmittedCall<Path extends string = string, Q extends Query = Query> = AdmissionOf<Path> & {
  readonly service: Service;
  readonly request: RoutedRequest<"appId" | NamesIn<Path>>;
  readonly query: QueryValues<Q>;
  readonly preferences: Preferences;
  /** Null where the route reads none. */
  readonly body: JsonValue;
  /** Undefined where the route answers at once. */
  readonly turn: TimeSlice;
};

type AdmissionOf<Path extends string> = Path extends `${typeof TABLE}${string}`
  ? Authenticated
  : ApplicationAdmission;

const TABLE = "tables/:tableName/";

/** A request to an application, or to a table or slice of it. */
interface ApplicationRoute<Path extends string, Q extends Query>
  extends Omit<Route, "path" | "operations" | "answer"> {
  /** Below `/api/v2/apps/:appId/`. */
  readonly path: Path;
  /** Its name in OpenAPI, or what OpenAPI says of it where it has an operation for each table or decision. */
  readonly operation: string | ((app: AppSchema, form: OpenapiForm) => Operations);
  readonly query?: Q;
  /** The schema of the body; a route without one reads none. */
  readonly body?: OpenApiSchema;
  /** The name of the schema of its answer. */
  readonly answers?: string;
  /** Whether it does not count among the concurrent calls of its key: it reads the definition and no rows. */
  readonly isInstant?: boolean;
  /** Whether it gives its place among these back when its answer begins. */
  readonly lasts?: boolean;
  /** What is answered as JSON with the status 200, an error, or an answer of another form. */
  answer(call: AdmittedCall<Path, Q>): Promise<Outcome<object> | Answer>;
}

/**
 * A route that admits the key of an application, and to a table only one that reaches it; then refuses a key without the right; then
 * reads the query and the preferences; and carries the call out within the limits of the key.
 */
export function defineApplicationRoute<const Path extends string, Q extends Query = Record<never, never>>(
  route: ApplicationRoute<Path, Q>,
): Route {
  const { right, body: takesBody, isInstant = false, lasts = false, operation } = route;
  const { query = {} as Q } = route;
  const path = `/api/v2/apps/:appId/${route.path}`;
  const admit = route.path.startsWith(TABLE) ? authenticate : admitToApplication;
  return {
    ...route,
    path,
    operations:
      typeof operation === "string"
        ? (app) => operationsOf({ ...route, query }, operation, app.id)
        : operation,
    answer(service, request) {
      const refused = (diagnostics: Parameters<typeof writeProblem>[0]) =>
        writeProblem(diagnostics, request.id);
      const admitted = admit(service, request as RoutedRequest<"appId" | "tableName">);
      if (admitted.output === undefined) return refused(admitted.diagnostics);
      const admission: ApplicationAdmission & Partial<Authenticated> = admitted.output;
      const { key, application, table = application.name } = admission;
      const forbidden = right && refuseRight(key.key, right, table);
      if (forbidden !== undefined) return refused([forbidden]);
      const values = readQueryValues(query, request.url);
      if (values.output === undefined) return refused(values.diagnostics);
      const preferences = readPreferences(request.headers);
      if (preferences.output === undefined) return refused(preferences.diagnostics);
      const work = async (body: JsonValue, turn?: TimeSlice): Promise<Answer> => {
        const read = { query: values.output, preferences: preferences.output, body };
        const call = { ...admission, service, request, ...read, turn };
        const answered = await route.answer(call as unknown as AdmittedCall<Path, Q>);
        if (!("diagnostics" in answered)) return answered;
        return answered.output === undefined
          ? refused(answered.diagnostics)
          : { ...jsonAnswer(OK, JSON.stringify(answered.output)), ...causesOf(answered.diagnostics) };
      };
      if (takesBody !== undefined) return carryOut(service, key, request, work);
      return isInstant ? work(null) : inPlace(service, key, request, (turn) => work(null, turn), { lasts });
    },
  };
}

function admitToApplication(
  service: Service,
  request: RoutedRequest<"appId">,
): Outcome<ApplicationAdmission> {
  return authenticateForApplication(service, request.parameters.appId, request);
}

/** That there is no such path, for a route whose work the program that serves did not hand in. */
export function noSuchPath({ path }: RoutedRequest): Outcome<never> {
  return { output: undefined, diagnostics: [diagnose("request/no-such-path", { path: cutAtKey(path) })] };
}

import { nameableBy } from "@tablewright/core";
import { authenticateForApplication } from "../access/authenticate.ts";
import { type Answer, jsonAnswer } from "../answers/answer.ts";
import { readPreferences } from "../answers/preferences.ts";
import { OK, writeProblem } from "../answers/problem.ts";
import { writeOpenapi } from "../openapi/write-openapi.ts";
import type { Service } from "../service.ts";
import { defineRoute, type RoutedRequest } from "./define-route.ts";

export const openapi = defineRoute({
  method: "GET",
  path: "/api/v2/apps/:appId/openapi.json",
  summary: "The OpenAPI document of the application, with what the key may call.",
  answer: async (service, request) => answerOpenapi(service, request, request.parameters.appId),
});

export const onlyOpenapi = defineRoute({
  method: "GET",
  path: "/openapi.json",
  summary: "The same if only one application is served.",
  answer: async (service, request) => answerOpenapi(service, request, onlyApplication(service)),
});

/** The id of the only application; blank where there are several, so that a path without an id names none. */
export function onlyApplication({ applications: [only, other] }: Service): string {
  return other === undefined ? (only?.name ?? "") : "";
}

/** The document on the wire that the request prefers. */
function answerOpenapi(service: Service, request: RoutedRequest, appId: string): Answer {
  const authenticated = authenticateForApplication(service, appId, request);
  if (authenticated.output === undefined) return writeProblem(authenticated.diagnostics, request.id);
  const { application, key } = authenticated.output;
  const preferences = readPreferences(request.headers);
  if (preferences.output === undefined) return writeProblem(preferences.diagnostics, request.id);
  const { app } = application.engine;
  const document = writeOpenapi(request.routes, application.engine.schema(undefined, nameableBy(key.key)), {
    key: key.key,
    wire: preferences.output.wire ?? service.wire,
    ownWire: service.wire,
    rows: service.limits.rows,
    allowKeyInQuery: service.allowKeyInQuery,
    issuer: app.api.signIn?.issuer,
    hasRowNumbers: (table) => app.tables.get(table)?.source === undefined,
    prefix: request.prefix ?? "",
  });
  return jsonAnswer(OK, JSON.stringify(document), { vary: "Prefer" });
}

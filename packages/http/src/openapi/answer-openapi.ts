import { nameableBy } from "@tablewright/core";
import { authenticateForApplication } from "../access/authenticate-for-application.ts";
import { type Answer, jsonAnswer } from "../answers/answer.ts";
import { chooseWire } from "../answers/preferences.ts";
import { OK } from "../answers/problem.ts";
import { writeProblem } from "../answers/write-problem.ts";
import { headerOf } from "../api-request.ts";
import type { RoutedRequest } from "../routes/define-route.ts";
import type { Service } from "../service.ts";
import { writeOpenapi } from "./write-openapi.ts";

/** The OpenAPI document of an application, with what the key may call, on the wire that the request prefers. */
export function answerOpenapi(service: Service, request: RoutedRequest, appId: string): Answer {
  const authenticated = authenticateForApplication(service, appId, request);
  if (authenticated.output === undefined) return writeProblem(authenticated.diagnostics, request.id);
  const { application, key } = authenticated.output;
  const preferred = chooseWire(headerOf(request.headers, "prefer") ?? "");
  const { app } = application.engine;
  const document = writeOpenapi(application.engine.schema(undefined, nameableBy(key.key)), {
    key: key.key,
    wire: preferred ?? service.wire,
    ownWire: service.wire,
    rows: service.limits.rows,
    allowKeyInQuery: service.allowKeyInQuery,
    issuer: app.api.signIn?.issuer,
    hasRowNumbers: (table) => app.tables.get(table)?.source === undefined,
    prefix: request.prefix ?? "",
  });
  return jsonAnswer(OK, JSON.stringify(document), { vary: "Prefer" });
}

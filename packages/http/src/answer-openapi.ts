import type { FastifyRequest } from "fastify";
import { admitApplication } from "./admit-application.ts";
import { type Answer, jsonAnswer } from "./answer.ts";
import { chooseWire } from "./choose-wire.ts";
import { writeOpenapi } from "./openapi/write-openapi.ts";
import { OK } from "./problem.ts";
import { appSchemaForKey } from "./schema-for-key.ts";
import type { Service } from "./service.ts";
import { writeProblem } from "./write-problem.ts";

/** The OpenAPI document of an application, with what the key may call, on the wire that the request prefers. */
export function answerOpenapi(service: Service, request: FastifyRequest, appId: string): Answer {
  const admitted = admitApplication(service, { appId, url: request.url, headers: request.headers });
  if (admitted.output === undefined) return writeProblem(admitted.diagnostics, request.id);
  const { application, key } = admitted.output;
  const preferred = chooseWire(request.headers.prefer);
  const document = writeOpenapi(appSchemaForKey(application.engine.schema(), key.key), {
    key: key.key,
    wire: preferred ?? service.wire,
    ownWire: service.wire,
    rows: service.limits.rows,
    allowKeyInQuery: service.allowKeyInQuery,
    prefix: request.server.prefix,
  });
  return jsonAnswer(OK, JSON.stringify(document), { vary: "Prefer" });
}

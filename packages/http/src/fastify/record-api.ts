import { diagnose } from "@tablewright/core";
import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import { sendAnswer } from "../answers/answer.ts";
import { answerFault } from "../answers/answer-fault.ts";
import { writeProblem } from "../answers/write-problem.ts";
import type { Route } from "../routes/define-route.ts";
import { routes } from "../routes/index.ts";
import { createService, type Service } from "../service.ts";
import type { RecordApiOptions } from "../settings.ts";

/** The record web API as a Fastify plugin; paths nobody answers stay with the server it is registered on. */
export const recordApi: FastifyPluginAsync<RecordApiOptions> = async (fastify, options) => {
  let closing = false;
  fastify.addHook("preClose", async () => {
    closing = true;
  });
  fastify.setErrorHandler((error, request, reply) => answerFault(error, request, reply));
  const service = createService(options, () => closing);
  for (const route of routes) answerRoute(fastify, service, route);
  for (const path of new Set(routes.map((route) => route.path))) refuseOtherMethods(fastify, path);
};

/**
 * Routes answer from the `onRequest` hook: what comes after it in Fastify is the reading of the body,
 * and the head of a request is to be refused before anything is said about its body.
 */
function answerRoute(fastify: FastifyInstance, service: Service, route: Route): void {
  fastify.route({
    method: route.method,
    url: route.path,
    onRequest: async (request, reply) => sendAnswer(reply, await route.answer(service, request)),
    handler: neverReached,
  });
}

function refuseOtherMethods(fastify: FastifyInstance, path: string): void {
  const answered = new Set<string>(
    routes.filter((route) => route.path === path).map((route) => route.method),
  );
  if (answered.has("GET")) answered.add("HEAD");
  const allowed = [...answered].join(", ");
  fastify.route({
    method: fastify.supportedMethods.filter((method) => !answered.has(method)),
    url: path,
    exposeHeadRoute: false,
    onRequest: async (request, reply) => {
      const diagnostic = diagnose("request/method", { method: request.method, allowed });
      return sendAnswer(reply, writeProblem([diagnostic], request.id, { allow: allowed }));
    },
    handler: neverReached,
  });
}

async function neverReached(): Promise<never> {
  throw new Error("The onRequest hook answers before the handler.");
}

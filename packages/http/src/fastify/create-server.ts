import { randomUUID } from "node:crypto";
import { diagnose } from "@tablewright/core";
import { type FastifyInstance, fastify } from "fastify";
import { sendAnswer } from "../answers/answer.ts";
import { answerFault } from "../answers/answer-fault.ts";
import { writeProblem } from "../answers/write-problem.ts";
import { defaultTimeouts } from "../limits.ts";
import type { ServerOptions } from "../settings.ts";
import { answerClientError } from "./answer-client-error.ts";
import { answerUnreadablePath } from "./answer-unreadable-path.ts";
import { endConnectionsOnClose } from "./end-connections-on-close.ts";
import { METHODS } from "./node-http.ts";
import { recordApi } from "./record-api.ts";
import { withoutSchemas } from "./without-schemas.ts";

/**
 * A server of the record web API and of nothing else, not yet listening. Whatever it is asked, it answers in JSON. Beside
 * routes of your own, register `recordApi` on your server instead.
 */
export function createServer(options: ServerOptions): FastifyInstance {
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const server: FastifyInstance = fastify({
    ...(options.logger === undefined ? {} : { loggerInstance: options.logger }),
    genReqId: () => randomUUID(),
    http: { headersTimeout: timeouts.headers, connectionsCheckingInterval: timeouts.check },
    requestTimeout: timeouts.request,
    keepAliveTimeout: timeouts.keepAlive,
    return503OnClosing: false, // a request that got in is answered; the connection closes after it
    routerOptions: { maxParamLength: LONGEST_PATH_PART },
    schemaController: withoutSchemas,
    frameworkErrors: answerUnreadablePath,
    clientErrorHandler: (error, socket) => answerClientError(error, socket, timeouts),
  });
  server.server.maxConnections = timeouts.sockets;
  endConnectionsOnClose(server);
  allowAllMethods(server);
  server.setErrorHandler((error, request, reply) => answerFault(error, request, reply));
  server.addHook("onRequest", async (request, reply) => {
    if (!request.is404) return;
    const [path = ""] = request.url.split("?");
    return sendAnswer(reply, writeProblem([diagnose("request/no-such-path", { path })], request.id));
  });
  server.register(recordApi, options);
  return server;
}

/** Beyond this a path part is not looked at; the platform ends the head of a request at 16 KiB anyway. */
const LONGEST_PATH_PART = 16_384;

/** Fastify knows the usual methods; the others are to be refused by path, not as unknown paths. */
function allowAllMethods(server: FastifyInstance): void {
  const known = new Set<string>(server.supportedMethods);
  for (const method of METHODS) if (!known.has(method)) server.addHttpMethod(method);
}

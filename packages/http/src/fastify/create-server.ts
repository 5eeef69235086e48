import type { Socket } from "node:net";
import { diagnose } from "@tablewright/core";
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from "fastify";
import { writeProblem } from "../answers/problem.ts";
import { createRequestIds } from "../api-request.ts";
import { defaultServiceLimits, defaultTimeouts, type Timeouts } from "../limits.ts";
import { createRecordApi, type RecordApi } from "../record-api.ts";
import type { CallReport } from "../reports/call-report.ts";
import type { ServerOptions } from "../settings.ts";
import { Scheduler } from "../turns/scheduler.ts";
import { answerClientError } from "./answer-client-error.ts";
import { endSlowly } from "./drain-request.ts";
import { type Handler, handOver, sendAnswer } from "./hand-over.ts";
import { reportTo } from "./report-to.ts";
import {
  type Connection,
  paceConnections,
  type TrackedConnections,
  trackConnections,
} from "./track-connections.ts";

/** Writes a line about every request that was answered; about those that only ask whether the server is well, below `info`. */
function logCalls(log: FastifyBaseLogger): (report: CallReport) => void {
  return ({ id, method, path, route, milliseconds, ...report }) => {
    const about = route === undefined || report.table === undefined ? { method, path } : {};
    const line = { traceId: id, ...about, ...report, ms: Math.round(milliseconds * 10) / 10 };
    if (report.status >= 500) log.warn(line, "call");
    else if (route !== undefined && PROBES.has(route)) log.debug(line, "call");
    else log.info(line, "call");
  };
}

const PROBES = new Set(["/healthz", "/readyz"]);

/**
 * Fastify's compilers of schemas, left out: no route here has a schema, and loading them costs 50 ms of every start. A route
 * that has one is refused when the server becomes ready.
 */
const withoutSchemas = {
  compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema },
};

function refuseSchema(): never {
  throw new Error(
    "This server compiles no schemas of routes; register recordApi on a Fastify server of your own for that.",
  );
}

/**
 * A server of the record web API and of nothing else, not yet listening. Whatever it is asked, it answers in JSON. Besides
 * routes of your own, register `recordApi` on your server instead.
 */
export function createServer(options: ServerOptions): RecordServer {
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const limits = { ...defaultServiceLimits, ...options.limits };
  const reportCall = reportCallTo(options);
  const scheduler = new Scheduler(limits);
  const api = createRecordApi(
    { reportError: reportTo(options.logger), ...options, ...reportCall },
    scheduler,
  );
  const server: FastifyInstance = fastify({
    ...(options.logger === undefined ? {} : { loggerInstance: options.logger }),
    logController: new LogController({ disableRequestLogging: true }), // a call has one line, when it was answered
    genReqId: createRequestIds(),
    ...platformOptions(options, timeouts),
    ...(options.trustedProxies?.length ? { trustProxy: [...options.trustedProxies] } : {}),
    requestTimeout: timeouts.request,
    keepAliveTimeout: timeouts.keepAlive,
    return503OnClosing: false, // a request that got in is answered; the connection closes after it
    schemaController: withoutSchemas,
    frameworkErrors: (_, request, reply) => void handler(request, reply), // a path that the API judges itself
    clientErrorHandler: (error, socket) => answerClientError(error, socket, connections.of(socket), timeouts),
  });
  server.server.maxConnections = timeouts.sockets + MOST_TURNED_AWAY;
  server.server.maxHeadersCount = 0; // the API counts them: the platform leaves out the rest in silence
  const connections = trackConnections(server.server, timeouts.sockets);
  server.server.on("connection", () => scheduler.arrive());
  paceConnections(server.server, connections);
  server.server.on("connect", (_, socket: Socket) => answerConnect(socket, connections.of(socket), timeouts));
  // An expectation that is not known is ignored: the platform would answer it without a body.
  server.server.on("checkExpectation", (request, response) => {
    server.server.emit("request", request, response);
  });
  answerBeyondLimit(server, connections, timeouts);
  if (options.tls !== undefined) demandTls(server);
  endConnectionsOnClose(server, connections, timeouts.ending);
  const handler: Handler = handOver(server, api, { ...timeouts, ...limits });
  allowAllMethods(server);
  server.route({
    method: server.supportedMethods,
    url: "*",
    exposeHeadRoute: false,
    // Answers before Fastify looks at the body, which the API reads itself.
    onRequest: (request, reply) => void handler(request, reply).catch((fault) => reply.send(fault)),
    handler,
  });
  return Object.assign(server, { recordApi: api });
}

/** A server, and the API that answers what it is asked. */
export type RecordServer = FastifyInstance & { readonly recordApi: RecordApi };

/** What the platform's server is made with. */
function platformOptions({ tls }: ServerOptions, timeouts: Timeouts): object {
  const http = {
    headersTimeout: Math.min(timeouts.headers, timeouts.request),
    requestTimeout: timeouts.request,
    connectionsCheckingInterval: timeouts.check,
    maxHeaderSize: timeouts.headBytes,
  };
  if (tls === undefined) return { http };
  return { https: { ...http, ...tls, minVersion: "TLSv1.2", handshakeTimeout: timeouts.headers } };
}

/** Browsers that came by HTTPS once come by nothing else for a year. */
function demandTls(server: FastifyInstance): void {
  server.addHook("onSend", (_, reply, payload, done) => {
    reply.header("strict-transport-security", "max-age=31536000");
    done(null, payload);
  });
}

/** The observers of calls: the log, and those of the options. */
function reportCallTo({ logger, reportCall }: ServerOptions): Pick<ServerOptions, "reportCall"> {
  if (logger === undefined) return {};
  const log = logCalls(logger);
  return {
    reportCall: (report) => {
      log(report);
      reportCall?.(report);
    },
  };
}

/** Connections beyond those that are served; they are answered so, and further ones are not accepted. */
const MOST_TURNED_AWAY = 10_000;

/** Fastify knows the usual methods; the others are to be refused by path, not as unknown paths. */
function allowAllMethods(server: FastifyInstance): void {
  const methods = new Set<string>(server.supportedMethods);
  for (const method of METHODS) if (!methods.has(method)) server.addHttpMethod(method);
}

/** On a connection beyond those that are served, a request is asked to come back, and the connection ends. */
function answerBeyondLimit(
  fastify: FastifyInstance,
  connections: TrackedConnections,
  { sockets: limit, answer: longestWait, ending }: Pick<Timeouts, "sockets" | "answer" | "ending">,
): void {
  fastify.addHook("onRequest", (request, reply, done) => {
    const { socket } = request.raw;
    const connection = connections.of(socket);
    if (!connection?.isBeyondLimit) return done();
    connection.onSent(() => endSlowly(socket, ending));
    const problem = writeProblem([diagnose("server/too-many-connections", { limit })], request.id);
    sendAnswer(reply, problem, longestWait);
  });
}

/**
 * A CONNECT is refused as what cannot be read as a request is. The platform has let go of the connection by then, and would
 * close it in the middle of an earlier answer; so what an answer under way needs of it is done here.
 */
function answerConnect(socket: Socket, connection: Connection | undefined, timeouts: Timeouts): void {
  socket.on("error", () => socket.destroy());
  socket.on("drain", () => {
    const [first] = connection?.unsent ?? [];
    first?.emit("drain");
  });
  socket.resume();
  answerClientError({ name: "Error", message: "", code: "CONNECT" }, socket, connection, timeouts);
}

/**
 * What is needed of `node:http`. An `import` of it would ask for all it has, also for its client of the web's kind, which
 * costs 40 ms and 13 MB of every start and is not used here.
 */
export const { METHODS } = process.getBuiltinModule("node:http");

/**
 * When the server closes, connections on which nothing was ever asked end at once, those in use after their answers, and
 * those whose request has not arrived whole `ending` milliseconds later: nothing is carried out for them yet. The platform ends only those
 * that wait between two requests at that moment.
 */
function endConnectionsOnClose(
  fastify: FastifyInstance,
  connections: TrackedConnections,
  ending: number,
): void {
  let closing = false;
  let timer: NodeJS.Timeout | undefined;
  fastify.addHook("preClose", async () => {
    closing = true;
    for (const [socket, connection] of connections.all()) {
      if (socket.bytesRead === 0) socket.destroy();
      else connection.onSent(() => endIfDone(socket, connection, ending));
    }
    timer = setTimeout(() => {
      for (const [socket, connection] of connections.all()) if (isHalf(connection)) socket.destroy();
    }, ending);
  });
  fastify.addHook("onClose", async () => clearTimeout(timer));
  fastify.addHook("onSend", (request, reply, payload, done) => {
    // With `Connection: close` the platform would reset a connection whose request is still arriving.
    if (closing && request.raw.complete) reply.header("connection", "close");
    done(null, payload);
  });
}

function endIfDone(socket: Socket, { unsent }: Connection, longest: number): void {
  if (unsent.size === 0) endSlowly(socket, longest);
}

/** Whether what the client has sent is not a whole request yet, and no earlier one is being answered. */
function isHalf({ unsent, latest }: Connection): boolean {
  const isArriving = latest !== undefined && !latest.request.complete && !latest.response.headersSent;
  return unsent.size === 0 || (unsent.size === 1 && isArriving);
}

/**
 * Takes no more connections, lets the calls under way finish within so many milliseconds, then cuts the rest off, at once
 * when `hurried` is aborted. A connection whose request has not arrived whole is not waited for that long.
 */
export async function closeServer(
  server: FastifyInstance,
  within = 10_000,
  hurried?: AbortSignal,
): Promise<void> {
  const cutOff = () => {
    clearTimeout(timer);
    timer = setTimeout(cutOff, BETWEEN); // a connection may just be being accepted
    server.server.closeAllConnections();
  };
  let timer = setTimeout(cutOff, hurried?.aborted ? 0 : within);
  hurried?.addEventListener("abort", cutOff);
  try {
    await server.close();
  } finally {
    hurried?.removeEventListener("abort", cutOff);
    clearTimeout(timer);
  }
}

/** Milliseconds between cutting off and looking again. */
const BETWEEN = 100;

import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import type {
  FastifyError,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
} from "fastify";
import type { Answer } from "../answers/answer.ts";
import { answerException } from "../answers/problem.ts";
import type { ApiRequest, RequestBody } from "../api-request.ts";
import { defaultServiceLimits, defaultTimeouts, type ServiceLimits, type Timeouts } from "../limits.ts";
import { createRecordApi, type RecordApi } from "../record-api.ts";
import { assistant, onlyAssistant } from "../routes/assistant.ts";
import type { Route } from "../routes/define-route.ts";
import { routes } from "../routes/index.ts";
import type { RecordApiOptions } from "../settings.ts";
import { Scheduler } from "../turns/scheduler.ts";
import { refusalOf } from "./answer-client-error.ts";
import { drainRequest, PASSED_OVER } from "./drain-request.ts";
import { reportTo } from "./report-to.ts";

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * What hands requests over to the API, and keeps Fastify from reading their bodies or judging them: the API reads a body
 * itself, when the head of its request has been accepted. Answers of one round of the event loop are written one after another
 * at its end: a write wakes the program that waits for it, which is then awake for the others.
 */
export function handOver(
  fastify: FastifyInstance,
  api: RecordApi,
  {
    answer: longestWait,
    ending,
    bodyBytes,
  }: Pick<Timeouts, "answer" | "ending"> & Pick<ServiceLimits, "bodyBytes">,
): Handler {
  const answer: Handler = async (request, reply) => {
    const answered = await api.handle(toApiRequest(request, fastify.prefix));
    await endOfRound();
    if (reply.raw.destroyed && typeof answered.body === "string") return reply.hijack();
    return sendAnswer(reply, answered, longestWait);
  };
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser("*", (_, __, done) => done(null));
  fastify.setErrorHandler<FastifyError>((error, request, reply) => {
    if (ABOUT_BODIES.has(error.code)) return answer(request, reply);
    if (error.code === CALLER_LEFT && request.raw.socket.destroyed) return reply.hijack();
    fastify.log.error({ err: error, traceId: request.id }, "a call failed");
    return sendAnswer(reply, answerException(error, request.id), longestWait);
  });
  fastify.addHook("onSend", ({ raw }, reply, payload, done) => {
    drainRequest(raw, reply.raw, bodyBytes + PASSED_OVER, ending);
    done(null, payload);
  });
  fastify.addHook("preClose", async () => api.close());
  return answer;
}

/** Settles when what has arrived in this round of the event loop was worked on: once for all that wait in the round. */
function endOfRound(): Promise<void> {
  round ??= new Promise((resolve) => {
    setImmediate(() => {
      round = undefined;
      resolve();
    });
  });
  return round;
}

let round: Promise<void> | undefined;

/** A request of Fastify's as the record API takes it; `prefix` is what the API is mounted below. */
function toApiRequest(request: FastifyRequest, prefix: string): ApiRequest {
  const { raw, url, method, headers, id, ip } = request;
  const end = url.indexOf("?");
  const path = url.slice(prefix.length, end === -1 ? undefined : end);
  return {
    method,
    path,
    url,
    headers,
    body: nodeBody(raw),
    id,
    caller: ip,
    signal: untilClosed(raw.socket),
    prefix,
  };
}

/** Aborts when a connection is closed. */
function untilClosed(socket: Socket): AbortSignal {
  const existing = untilClosedBy.get(socket);
  if (existing !== undefined) return existing;
  const closing = new AbortController();
  if (socket.destroyed) closing.abort();
  else socket.once("close", () => closing.abort());
  untilClosedBy.set(socket, closing.signal);
  return closing.signal;
}

const untilClosedBy = new WeakMap<Socket, AbortSignal>();

/** The caller went away before the first part of an answer was sent. */
const CALLER_LEFT = "ERR_STREAM_PREMATURE_CLOSE";

const ABOUT_BODIES = new Set(["FST_ERR_CTP_INVALID_MEDIA_TYPE", "FST_ERR_ROUTE_MISSING_CONTENT_TYPE"]);

/**
 * The body of a message of Node's. Of one that is too large nothing is kept, and no more is read: what becomes of the rest
 * is decided when the request is answered. By events: an iterator over the message costs as much as all the rest of a
 * small call.
 */
function nodeBody(message: IncomingMessage): RequestBody {
  return { read: (limit, hold) => readMessage(message, limit, hold) };
}

type Read = Awaited<ReturnType<RequestBody["read"]>>;

function readMessage(
  message: IncomingMessage,
  limit: number,
  hold: (bytes: number) => boolean,
): Promise<Read> {
  if (Number(message.headers["content-length"] ?? 0) > limit) return Promise.resolve("too-large");
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let isWhole = false;
    const finish = (read: Read) => {
      message.off("data", take).off("end", end).off("error", cutOff).off("close", cutOff);
      message.on("error", ignore).pause();
      resolve(read);
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) finish("too-large");
      else if (!hold(chunk.length)) finish("no-room");
      else chunks.push(chunk);
    };
    // After its end a message says nothing more that matters: taking the listeners off would cost as much as reading.
    const end = () => {
      isWhole = true;
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size));
    };
    const cutOff = () => {
      if (!isWhole) finish(refusalOf(message.socket) ?? "cut-off");
    };
    message.on("data", take).on("end", end).on("error", cutOff).on("close", cutOff);
    if (message.destroyed) cutOff();
  });
}

/** Those who waited have been answered. */
function ignore(): void {}

/**
 * Sends an answer of the record API as the reply to a request of Fastify's. When nothing of it is taken for so many
 * milliseconds, its connection is cut off.
 */
export function sendAnswer(
  reply: FastifyReply,
  { status, headers, body }: Answer,
  longestWait: number,
): FastifyReply {
  reply.code(status).headers(headers);
  if (typeof body !== "string" || body.length > TAKEN_AT_ONCE) cutOffWhenUnread(reply, longestWait);
  // Beyond one piece nothing is made before it is asked for.
  if (typeof body !== "string")
    return reply.send(Readable.from(body, { objectMode: false, highWaterMark: 1 }));
  // Fastify adds a charset to the type of a text, and leaves that of bytes as it is.
  return reply.send(headers["content-type"] === "application/json" ? Buffer.from(body) : body);
}

/** In UTF-16 units. The platform takes so much off our hands, whether or not it is read. */
const TAKEN_AT_ONCE = 16_384;

/** The platform's timer begins again with every byte that is taken; it also ends when we have written nothing for so long. */
function cutOffWhenUnread(reply: FastifyReply, longestWait: number): void {
  const { socket } = reply.raw;
  if (socket === null) return;
  reply.raw.setTimeout(longestWait, () => {
    if (socket.writableLength === 0) return;
    reply.log.warn({ traceId: reply.request.id, longestWait }, "an answer was not read and is cut off");
    socket.destroy();
  });
}

/** The record web API as a Fastify plugin; other paths stay with the server it is registered on. */
export const recordApi: FastifyPluginAsync<RecordApiOptions> = async (fastify, options) => {
  const bounds = { ...defaultTimeouts, ...options.timeouts, ...defaultServiceLimits, ...options.limits };
  const scheduler = new Scheduler(bounds);
  const api = createRecordApi({ reportError: reportTo(fastify.log), ...options }, scheduler);
  fastify.server.on("connection", () => scheduler.arrive());
  const handler = handOver(fastify, api, bounds);
  const method = fastify.supportedMethods;
  const served = options.assistants === undefined ? routes.filter((one) => !ASSISTANTS.has(one)) : routes;
  for (const url of new Set(served.map(({ path }) => path)))
    fastify.route({ method, url, exposeHeadRoute: false, handler });
};

const ASSISTANTS: ReadonlySet<Route> = new Set([assistant, onlyAssistant]);

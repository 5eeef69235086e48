import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { answerException } from "../answers/answer-exception.ts";
import type { ApiRequest } from "../api-request.ts";
import type { Limits, Timeouts } from "../limits.ts";
import type { RecordApi } from "../record-api.ts";
import type { Scheduler } from "../turns/scheduler.ts";
import { drainRequest, PASSED_OVER } from "./drain-request.ts";
import { FewARound } from "./few-a-round.ts";
import { nodeBody } from "./node-body.ts";
import { sendAnswer } from "./send-answer.ts";

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * What hands requests over to the API, and keeps Fastify from reading their bodies or judging them: the API reads a body
 * itself, when the head of its request has been accepted. Answers of one round of the event loop are written one after another
 * at its end: a write wakes the program that waits for it, which is then awake for the others.
 */
export function handOver(
  fastify: FastifyInstance,
  api: RecordApi,
  scheduler: Scheduler,
  { answer: longestWait, ending, bodyBytes }: Pick<Timeouts, "answer" | "ending"> & Pick<Limits, "bodyBytes">,
): Handler {
  const endings = new FewARound();
  const answer: Handler = async (request, reply) => {
    const answered = await api.handle(toApiRequest(request, fastify.prefix, endings));
    await scheduler.endOfRound();
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

/** A request of Fastify's as the record API takes it; `prefix` is what the API is mounted below. */
function toApiRequest(request: FastifyRequest, prefix: string, endings: FewARound): ApiRequest {
  const { raw, url, method, headers, id, ip } = request;
  const end = url.indexOf("?");
  const path = url.slice(prefix.length, end === -1 ? undefined : end);
  const isAbandoned = () => raw.socket.destroyed;
  return { method, path, url, headers, body: nodeBody(raw, endings), id, caller: ip, isAbandoned, prefix };
}

/** The caller went away before the first part of an answer was sent. */
const CALLER_LEFT = "ERR_STREAM_PREMATURE_CLOSE";

const ABOUT_BODIES = new Set(["FST_ERR_CTP_INVALID_MEDIA_TYPE", "FST_ERR_ROUTE_MISSING_CONTENT_TYPE"]);

import { diagnose } from "@tablewright/core";
import type { FastifyReply, FastifyRequest } from "fastify";
import { sendAnswer } from "./answer.ts";
import { writeProblem } from "./write-problem.ts";

/**
 * Something was thrown. The caller learns nothing of it but the trace id under which it is in the log;
 * a store says that it cannot be reached by an error whose `code` is `server/store-away`.
 */
export function answerFault(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.log.error({ err: error, traceId: request.id }, "a call failed");
  const isAway = (error as { code?: unknown } | undefined)?.code === "server/store-away";
  const diagnostic = diagnose(isAway ? "server/store-away" : "server/internal", {});
  return sendAnswer(reply, writeProblem([diagnostic], request.id));
}

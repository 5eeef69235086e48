import { diagnose } from "@tablewright/core";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { sendAnswer } from "../answers/answer.ts";
import { answerFault } from "../answers/answer-fault.ts";
import { writeProblem } from "../answers/write-problem.ts";

/** A request whose path the router cannot take apart reaches no route; the router says why. */
export function answerUnreadablePath(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const reason = REASONS[error.code];
  if (reason === undefined) {
    answerFault(error, request, reply);
    return;
  }
  sendAnswer(reply, writeProblem([diagnose("request/path", { reason })], request.id));
}

const REASONS: Readonly<Record<string, string>> = {
  FST_ERR_BAD_URL: 'a "%" stands in it without two hexadecimal digits, or the escapes are not UTF-8',
  FST_ERR_MAX_PARAM_LENGTH: "a part of it is too long",
};

import { diagnose } from "@tablewright/core";
import type { FastifyInstance } from "fastify";
import { writeProblem } from "../answers/write-problem.ts";
import type { Timeouts } from "../limits.ts";
import { endSlowly } from "./end-slowly.ts";
import { sendAnswer } from "./send-answer.ts";
import type { Connections } from "./track-connections.ts";

/** On a connection beyond those that are served, a request is asked to come back, and the connection ends. */
export function answerBeyondLimit(
  fastify: FastifyInstance,
  connections: Connections,
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

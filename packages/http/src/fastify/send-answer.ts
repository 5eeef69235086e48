import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { Answer } from "../answers/answer.ts";

/** Sends an answer of the record API as the reply to a request of Fastify's. */
export function sendAnswer(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  const payload = typeof body === "string" ? body : Readable.from(body, { objectMode: false });
  return reply.code(status).headers(headers).send(payload);
}

import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { Answer } from "../answers/answer.ts";

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

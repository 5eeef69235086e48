import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

/** A text, or pieces that are sent while the next are being made. */
type AnswerBody = string | AsyncIterable<Uint8Array>;

/** What goes back over HTTP. The body is never empty. */
export interface Answer<Body extends AnswerBody = AnswerBody> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
}

/** The headers every answer has. */
export const ALWAYS = { "cache-control": "no-store", "x-content-type-options": "nosniff" } as const;

export function jsonAnswer<Body extends AnswerBody>(
  status: number,
  body: Body,
  headers: Readonly<Record<string, string>> = {},
): Answer<Body> {
  return {
    status,
    headers: { ...ALWAYS, "content-type": "application/json; charset=utf-8", ...headers },
    body,
  };
}

export function sendAnswer(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  const payload = typeof body === "string" ? body : Readable.from(body, { objectMode: false });
  return reply.code(status).headers(headers).send(payload);
}

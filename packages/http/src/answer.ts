import type { FastifyReply } from "fastify";

/** What goes back over HTTP. The body is never empty. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The headers every answer has. */
export const ALWAYS = { "cache-control": "no-store", "x-content-type-options": "nosniff" } as const;

export function jsonAnswer(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return {
    status,
    headers: { ...ALWAYS, "content-type": "application/json; charset=utf-8", ...headers },
    body,
  };
}

export function sendAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  return reply.code(answer.status).headers(answer.headers).send(answer.body);
}

import type { FastifyBaseLogger } from "fastify";
import { type DestinationStream, pino } from "pino";
import { withoutQuery } from "../access/address.ts";

/** JSON lines, one per event, without headers and without the queries of addresses, which may contain an access key. */
export function createLogger(destination: DestinationStream, level = "info"): FastifyBaseLogger {
  const serializers = {
    req: (request: { method: string; url: string; ip?: string }) => ({
      method: request.method,
      url: withoutQuery(request.url),
      from: request.ip,
    }),
    res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
    err: pino.stdSerializers.err,
  };
  return pino({ level, serializers, base: null }, destination);
}

import type { FastifyBaseLogger } from "fastify";
import { type DestinationStream, pino } from "pino";
import { withoutQuery } from "../access/address.ts";
import { STORE_AWAY } from "../answers/problem.ts";
import type { RecordApiOptions } from "../settings.ts";

/**
 * Writes exceptions to a log, under the trace ids in the answers. While a store is away its reason is one line a minute, without a
 * stack: every call of an outage fails in the same way.
 */
export function reportTo(
  log: FastifyBaseLogger | undefined,
  now: () => number = Date.now,
): NonNullable<RecordApiOptions["reportError"]> {
  const reasons = new Set<string>();
  let begun = Number.NEGATIVE_INFINITY;
  let unreported = 0;
  return (error, traceId) => {
    const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown };
    if (code !== STORE_AWAY) return log?.error({ err: error, traceId }, "a call failed");
    if (now() - begun >= MINUTE) {
      begun = now();
      reasons.clear();
    }
    const reason = String(message);
    if (reasons.has(reason) || reasons.size >= MOST_REASONS) {
      unreported++;
      return;
    }
    reasons.add(reason);
    const others = unreported === 0 ? {} : { callsBefore: unreported };
    unreported = 0;
    log?.error({ traceId, reason, ...others }, "the database is away");
  };
}

/** Milliseconds. */
const MINUTE = 60_000;

/** Reasons that are reported in a minute. */
const MOST_REASONS = 5;

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

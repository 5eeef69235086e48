import type { FastifyBaseLogger } from "fastify";
import type { RecordApiOptions } from "../settings.ts";

/** Writes exceptions to a log, under the trace ids in the answers. */
export function reportTo(log: FastifyBaseLogger | undefined): NonNullable<RecordApiOptions["reportError"]> {
  return (error, traceId) => log?.error({ err: error, traceId }, "a call failed");
}

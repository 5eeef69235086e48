import type { FastifyBaseLogger } from "fastify";
import type { RecordApiOptions } from "../settings.ts";

/** Notes faults in a log, under the trace ids that callers were told. */
export function reportTo(log: FastifyBaseLogger | undefined): NonNullable<RecordApiOptions["reportFault"]> {
  return (fault, traceId) => log?.error({ err: fault, traceId }, "a call failed");
}

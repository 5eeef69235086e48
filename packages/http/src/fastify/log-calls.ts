import type { FastifyBaseLogger } from "fastify";
import type { CallReport } from "../reports/call-report.ts";

/** Writes a line about every request that was answered; about those that only ask whether the server is well, below `info`. */
export function logCalls(log: FastifyBaseLogger): (report: CallReport) => void {
  return ({ id, method, path, route, milliseconds, ...report }) => {
    const about = route === undefined || report.table === undefined ? { method, path } : {};
    const line = { traceId: id, ...about, ...report, ms: Math.round(milliseconds * 10) / 10 };
    if (report.status >= 500) log.warn(line, "call");
    else if (route !== undefined && PROBES.has(route)) log.debug(line, "call");
    else log.info(line, "call");
  };
}

const PROBES = new Set(["/healthz", "/readyz"]);

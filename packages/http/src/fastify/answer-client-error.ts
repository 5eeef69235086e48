import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { type Diagnostic, diagnose } from "@tablewright/core";
import { titleOf, writeProblem } from "../answers/problem.ts";
import type { Timeouts } from "../limits.ts";
import { endSlowly, PASSED_OVER } from "./drain-request.ts";
import type { Connection } from "./track-connections.ts";

/**
 * A request that never became one (too slow, too long, or not HTTP) is answered on the bare socket, which then ends. Answers
 * of earlier requests go out first and whole: nothing is written between their bytes, and what follows them while they are
 * under way gets no answer.
 */
export function answerClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  connection: Connection | undefined,
  timeouts: Timeouts,
): void {
  const failed = failing.get(socket);
  if (failed !== undefined) {
    if (socket.bytesRead - failed.bytesRead > PASSED_OVER) socket.pause();
    return;
  }
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = toDiagnostic(error, timeouts);
  failing.set(socket, { bytesRead: socket.bytesRead, refusal });
  const isBehind = connection !== undefined && othersUnsent(connection) > 0;
  const end = () => {
    if (!socket.writable || (connection !== undefined && othersUnsent(connection) > 0)) return;
    if (isAnswered(connection, isBehind)) endSlowly(socket, timeouts.ending);
    else endWith(refusal, socket, timeouts.ending);
  };
  if (isBehind) connection?.onSent(end);
  else end();
}

/** Why the connection ends, if that is because of what was sent on it. */
export function refusalOf(socket: Socket): Diagnostic | undefined {
  return failing.get(socket)?.refusal;
}

/** Connections that end because of what was sent on them, and how many bytes that were. */
const failing = new WeakMap<Socket, { readonly bytesRead: number; readonly refusal: Diagnostic }>();

/** Whether the answer to the failed request has begun, or the end of the connection is answer enough. */
function isAnswered(connection: Connection | undefined, isBehind: boolean): boolean {
  const { latest, unsent } = connection ?? {};
  if (latest === undefined || latest.request.complete) return isBehind;
  return !unsent?.has(latest.response) || latest.response.headersSent;
}

/** How many answers are under way, without one that cannot begin because its request does not end. */
function othersUnsent({ latest, unsent }: Connection): number {
  const isWaiting =
    latest !== undefined &&
    !latest.request.complete &&
    unsent.has(latest.response) &&
    !latest.response.headersSent;
  return isWaiting ? unsent.size - 1 : unsent.size;
}

function endWith(diagnostic: Diagnostic, socket: Socket, longest: number): void {
  const allow = diagnostic.code === "request/method" ? { allow: ALLOWED } : {};
  const { status, headers, body } = writeProblem([diagnostic], randomUUID(), allow);
  const all = { ...headers, "content-length": String(Buffer.byteLength(body)), connection: "close" };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  socket.write([`HTTP/1.1 ${status} ${titleOf(status)}`, ...head, "", body].join("\r\n"));
  endSlowly(socket, longest);
}

function toDiagnostic({ code }: NodeJS.ErrnoException, { request, headBytes }: Timeouts): Diagnostic {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return diagnose("request/too-slow", { limit: request });
  if (code === "HPE_HEADER_OVERFLOW") return diagnose("limit/head", { limit: headBytes, unit: "bytes" });
  if (code === "CONNECT") return diagnose("request/method", { method: code, allowed: ALLOWED });
  if (code === "HPE_INVALID_EOF_STATE")
    return diagnose("request/unreadable-body", { reason: "the connection ended before the request did" });
  return diagnose("request/unreadable-body", { reason: "the request is not HTTP/1.1" });
}

const ALLOWED = "GET, HEAD, POST";

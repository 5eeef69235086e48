import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { type Diagnostic, diagnose } from "@tablewright/core";
import { titleOf } from "../answers/problem.ts";
import { writeProblem } from "../answers/write-problem.ts";
import type { Timeouts } from "../limits.ts";

/** A request that never became one (too slow, or not HTTP) is answered on the bare socket, which then closes. */
export function answerClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  timeouts: Pick<Timeouts, "request">,
): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = writeProblem([toDiagnostic(error, timeouts)], randomUUID());
  const all = { ...headers, "content-length": String(Buffer.byteLength(body)), connection: "close" };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  const text = [`HTTP/1.1 ${status} ${titleOf(status)}`, ...head, "", body].join("\r\n");
  socket.end(text, () => socket.destroy());
}

function toDiagnostic(error: NodeJS.ErrnoException, timeouts: Pick<Timeouts, "request">): Diagnostic {
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") {
    return diagnose("request/too-slow", { limit: timeouts.request });
  }
  const isLong = error.code === "HPE_HEADER_OVERFLOW";
  const reason = isLong ? "the head of the request is too long" : "the request is not HTTP/1.1";
  return diagnose("request/unreadable-body", { reason });
}

import { type DiagnosticCode, diagnose } from "@tablewright/core";
import type { Answer } from "./answer.ts";
import { writeProblem } from "./write-problem.ts";

/**
 * Something was thrown. The caller learns nothing of it but the trace id under which it is in the log;
 * a store says what it cannot do by an error with a `code`, and what callers may know of its being away by a `reason`.
 */
export function answerException(error: unknown, traceId: string): Answer {
  const { code, reason } = (error ?? {}) as { readonly code?: unknown; readonly reason?: unknown };
  const match = SAID.find((one) => one === code);
  if (match === STORE_AWAY)
    return writeProblem([diagnose(match, typeof reason === "string" ? { reason } : {})], traceId);
  return writeProblem([diagnose(match ?? "server/internal", {})], traceId);
}

export const STORE_AWAY = "server/store-away" satisfies DiagnosticCode;

/** What a store says that it cannot do. */
const SAID = [
  STORE_AWAY,
  "server/store-damaged",
  "server/store-full",
  "server/store-replaced",
  "server/read-only",
  "server/keeps-nothing",
  "server/definition-outdated",
] as const satisfies readonly DiagnosticCode[];

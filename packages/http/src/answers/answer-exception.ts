import { type DiagnosticCode, diagnose } from "@tablewright/core";
import type { Answer } from "./answer.ts";
import { writeProblem } from "./write-problem.ts";

/**
 * Something was thrown. The caller learns nothing of it but the trace id under which it is in the log;
 * a store says what it cannot do by an error whose `code` is one of `SAID`.
 */
export function answerException(error: unknown, traceId: string): Answer {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  const match = SAID.find((one) => one === code);
  return writeProblem([diagnose(match ?? "server/internal", {})], traceId);
}

const SAID = [
  "server/store-away",
  "server/store-damaged",
  "server/store-full",
  "server/store-replaced",
  "server/read-only",
] as const satisfies readonly DiagnosticCode[];

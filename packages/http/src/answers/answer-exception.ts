import { diagnose } from "@tablewright/core";
import type { Answer } from "./answer.ts";
import { writeProblem } from "./write-problem.ts";

/**
 * Something was thrown. The caller learns nothing of it but the trace id under which it is in the log;
 * a store says that it cannot be reached by an error whose `code` is `server/store-away`.
 */
export function answerException(error: unknown, traceId: string): Answer {
  const isAway = (error as { code?: unknown } | undefined)?.code === "server/store-away";
  return writeProblem([diagnose(isAway ? "server/store-away" : "server/internal", {})], traceId);
}

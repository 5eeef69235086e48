import type { Mistake } from "./answers.ts";

/** A call that was refused, so that nothing was changed. Its message is one paragraph for people. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  /** The status of HTTP. */
  readonly status: number;
  /** The code of the first error; `answer/unreadable` when something else than the record API answered. */
  readonly code: string;
  readonly errors: readonly Mistake[];
  readonly warnings: readonly Mistake[];
  /** Names the request in the server's log. */
  readonly traceId: string | undefined;
  /** Seconds after which the same call may succeed. */
  readonly retryAfter: number | undefined;

  constructor(status: number, problem: Partial<Problem>, retryAfter?: number) {
    super(problem.detail ?? `Status ${status} was answered, and not in the form of the record API.`);
    this.status = status;
    this.code = problem.code ?? "answer/unreadable";
    this.errors = problem.errors ?? [];
    this.warnings = problem.warnings ?? [];
    this.traceId = problem.traceId;
    this.retryAfter = retryAfter;
  }
}

/** The members of `application/problem+json` that are read. */
export interface Problem {
  readonly detail: string;
  readonly code: string;
  readonly errors: readonly Mistake[];
  readonly warnings: readonly Mistake[];
  readonly traceId: string;
}

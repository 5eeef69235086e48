import type { Answer } from "./answer.ts";
import type { Cells } from "./application.ts";
import { type Mistake, type Problem, ProblemError } from "./problem-error.ts";

/** The rows of an answer. Throws a `ProblemError` for whatever else was answered. */
export async function readAnswer(response: Response): Promise<Answer<Cells>> {
  const answer = ((await response.json().catch(forgiveText)) ?? {}) as Partial<CallAnswer & Problem>;
  if (response.ok && Array.isArray(answer.Rows))
    return { rows: answer.Rows, warnings: answer.Warnings ?? [] };
  throw new ProblemError(
    response.status,
    response.ok ? {} : answer,
    secondsIn(response.headers.get("retry-after")),
  );
}

interface CallAnswer {
  readonly Rows: Cells[];
  readonly Warnings: readonly Mistake[];
}

/** What is no JSON was written by something before the server; what broke off is a failure of the network. */
function forgiveText(error: unknown): undefined {
  if (!(error instanceof SyntaxError)) throw error;
}

/** Of `Retry-After`, which is a number of seconds or a date. */
function secondsIn(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = Number(header);
  const until = Number.isNaN(seconds) ? (Date.parse(header) - Date.now()) / 1_000 : seconds;
  return Number.isNaN(until) ? undefined : Math.max(0, until);
}

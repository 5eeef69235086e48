import { type Problem, ProblemError } from "./problem-error.ts";

/** The JSON of an answer that has the list of this name. Throws a `ProblemError` for whatever else was answered. */
export async function readAnswer<T>(response: Response, list: string): Promise<T> {
  // biome-ignore lint/suspicious/noExplicitAny: it is looked at before it is believed
  const answer: any = (await response.json().catch(forgiveText)) ?? {};
  if (response.ok && Array.isArray(answer[list])) return answer;
  const problem: Partial<Problem> = response.ok ? {} : answer;
  throw new ProblemError(response.status, problem, secondsIn(response.headers.get("retry-after")));
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

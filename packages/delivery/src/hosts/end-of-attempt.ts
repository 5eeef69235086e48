import type { Answered, Unanswered } from "../attempt/attempt-result.ts";
import { readRetryAfter } from "../outcome/read-retry-after.ts";
import type { HostEnd } from "./host.ts";

/** What an attempt says about the host: answers that blame the request are no failures of it. */
export function endOfAttempt(result: Answered | Unanswered, took: number, now: number): HostEnd {
  if (result.kind === "unanswered") return { took, hasFailed: result.isOfHost, rest: 0 };
  const { status, retryAfter } = result;
  const hasFailed = status >= 500 || status === TOO_MANY_REQUESTS;
  const asks = status === TOO_MANY_REQUESTS || status === UNAVAILABLE;
  return { took, hasFailed, rest: asks ? readRetryAfter(retryAfter, now) : 0 };
}

const TOO_MANY_REQUESTS = 429;
const UNAVAILABLE = 503;

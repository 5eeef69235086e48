/**
 * What is known of the attempts of an event, also of one that was delivered. It is kept in the event's error as text for people,
 * of which the first line can be read again: `Attempt 3 since 2026-11-22T10:00:00.000Z: 503 Service Unavailable`, then the beginning of the answer.
 */
export interface AttemptNote {
  /** Requests that were sent since the event was queued or sent again by an operator. */
  readonly attempts: number;
  /** When the first of them ended. */
  readonly since: number;
  /** How the last of them ended. */
  readonly reason: string;
  readonly answer: string;
}

export function writeNote({ attempts, since, reason, answer }: AttemptNote): string {
  const first = `Attempt ${attempts} since ${new Date(since).toISOString()}: ${reason.replace(/\s+/gu, " ")}`;
  return answer === "" ? first : `${first}\n${answer}`;
}

/** Undefined for what was not written so: no attempt has failed, or another program wrote it. */
export function readNote(error: string | undefined): AttemptNote | undefined {
  const [, attempts = "", time = "", reason = "", answer = ""] = FORM.exec(error ?? "") ?? [];
  const since = Date.parse(time);
  if (Number.isNaN(since)) return undefined;
  return { attempts: Number(attempts), since, reason, answer };
}

const FORM = /^Attempt (\d{1,9}) since (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z): ([^\n]*)(?:\n([\s\S]*))?$/u;

import type { DiagnosticCode } from "@tablewright/core";

/** A text, or pieces that are sent while the next are being made. */
export type AnswerBody = string | AsyncIterable<Uint8Array>;

/** What goes back over HTTP. The body is never empty. */
export interface Answer<Body extends AnswerBody = AnswerBody> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
  /** The code of the first error, and how many rows there are in it: only for reports. */
  readonly code?: DiagnosticCode;
  readonly rows?: number;
  /** What functions of the program threw, for the operator's log only. */
  readonly causes?: readonly unknown[];
}

/** The headers every answer has. */
export const ALWAYS = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
} as const;

export function jsonAnswer<Body extends AnswerBody>(
  status: number,
  body: Body,
  headers?: Readonly<Record<string, string>>,
): Answer<Body> {
  return {
    status,
    headers: headers === undefined ? JSON_HEADERS : { ...JSON_HEADERS, ...headers },
    body,
  };
}

const JSON_HEADERS = { ...ALWAYS, "content-type": "application/json; charset=utf-8" } as const;

/** A text that may quote what was sent: one that is very long is cut off, and says how long it was. */
export function brief(text: string, longest = LONGEST_QUOTE): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}… (${text.length} characters)`;
}

/** UTF-16 units of a sentence, key or name that an error quotes. */
const LONGEST_QUOTE = 4_096;

/**
 * The answer, and `done` is called once when all of it was taken by the adapter that sends it, or will not be: at once for a text.
 */
export function whenSent(answer: Answer, done: () => void): Answer {
  const { body } = answer;
  if (typeof body === "string") {
    done();
    return answer;
  }
  const pieces = body[Symbol.asyncIterator]();
  let isDone = false;
  const finish = () => {
    if (!isDone) done();
    isDone = true;
  };
  const watched: AsyncIterator<Uint8Array, undefined> = {
    async next() {
      try {
        const next = await pieces.next();
        if (!next.done) return next;
      } catch (error) {
        finish();
        throw error;
      }
      finish();
      return { done: true, value: undefined };
    },
    async return() {
      finish();
      await pieces.return?.();
      return { done: true, value: undefined };
    },
  };
  return { ...answer, body: { [Symbol.asyncIterator]: () => watched } };
}

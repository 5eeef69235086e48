import type { Answer } from "./answer.ts";
import type { Cells } from "./application.ts";
import type { ClientOptions } from "./client-options.ts";
import { pause } from "./pause.ts";
import { ProblemError } from "./problem-error.ts";
import { readAnswer } from "./read-answer.ts";

/** What holds for one call beside its body. */
export interface Sending {
  readonly idempotencyKey: string | undefined;
  /** Whether it may be sent again where it is not known whether it was carried out. */
  readonly mayBeRepeated: boolean;
  readonly signal?: AbortSignal;
  readonly timeout?: number;
}

/** Sends a call, again while the server is busy or away, so often and so long as the client allows. */
export async function sendCall(
  url: string,
  body: object,
  client: ClientOptions,
  { idempotencyKey, mayBeRepeated, signal, timeout = client.timeout ?? 30_000 }: Sending,
): Promise<Answer<Cells>> {
  const { key, headers, fetch: send = fetch } = client;
  const end = Date.now() + timeout;
  const stop = AbortSignal.any([AbortSignal.timeout(timeout), ...(signal === undefined ? [] : [signal])]);
  const text = JSON.stringify(body);
  for (let left = client.retries ?? 3; ; left--) {
    const init = {
      method: "POST",
      headers: {
        "content-type": "application/json",
        prefer: "wire=typed",
        ...(key === undefined ? {} : { applicationaccesskey: key }),
        ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
        ...(typeof headers === "function" ? await headers() : headers),
      },
      body: text,
      signal: stop,
    };
    try {
      return await readAnswer(await send(url, init));
    } catch (error) {
      stop.throwIfAborted();
      const wait = waitAfter(error, mayBeRepeated);
      if (wait === undefined || left <= 0 || Date.now() + wait > end) throw error;
      await pause(wait, stop);
    }
  }
}

/**
 * Milliseconds until a call is sent again; undefined when it is not. Status 429 says that nothing was done. After 503, and
 * where no answer came at all, a write may have been carried out.
 */
function waitAfter(error: unknown, mayBeRepeated: boolean): number | undefined {
  if (!(error instanceof ProblemError)) return mayBeRepeated ? A_MOMENT : undefined;
  const isTemporary = error.status === 429 || (error.status === 503 && mayBeRepeated);
  return isTemporary ? (error.retryAfter ?? 1) * A_MOMENT : undefined;
}

const A_MOMENT = 1_000;

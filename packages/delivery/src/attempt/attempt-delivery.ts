import type { WebhookCall } from "@tablewright/core";
import type { Clock } from "../clock.ts";
import type { DeliveryLimits } from "../delivery-limits.ts";
import type { Answered, AttemptResult } from "./attempt-result.ts";
import { followRedirect } from "./follow-redirect.ts";
import { readSecrets } from "./read-secrets.ts";
import { type OutgoingRequest, type SendRequest, Undeliverable } from "./send-request.ts";
import { writeRequest } from "./write-request.ts";

/** What an attempt takes of the world outside. */
export interface AttemptContext {
  readonly clock: Clock;
  readonly send: SendRequest;
  readonly secrets: (name: string) => string | undefined;
  readonly limits: DeliveryLimits;
}

/** Sends a webhook once, within the time of an attempt. `interrupted` when the signal is aborted before there is an answer. */
export async function attemptDelivery(
  context: AttemptContext,
  event: { readonly id: string; readonly call: WebhookCall; readonly url: URL },
  stopped: AbortSignal,
): Promise<AttemptResult> {
  const { clock, limits } = context;
  const { id, call, url } = event;
  const secrets =
    call.secret === undefined ? { keys: [], texts: [] } : readSecrets(call.secret, context.secrets);
  if ("reason" in secrets)
    return { kind: "unanswered", reason: secrets.reason, isFinal: false, isOfHost: false };
  const ended = new AbortController();
  const late = new AbortController();
  const clockRun = clock.sleep(limits.attempt, ended.signal).then(() => {
    if (!ended.signal.aborted) late.abort();
  });
  try {
    const request = {
      ...writeRequest(id, call, url, secrets.keys, clock.now()),
      answerBytes: limits.answerBytes,
    };
    const signal = AbortSignal.any([stopped, late.signal]);
    const result = await Promise.race([sendOn(context, request, signal), aborted(signal)]);
    return { ...result, answer: hide(result.answer, secrets.texts) };
  } catch (error) {
    if (stopped.aborted) return { kind: "interrupted" };
    const isFinal = error instanceof Undeliverable;
    const reason = late.signal.aborted
      ? `There was no answer within ${limits.attempt.toLocaleString("en-US")} ms.`
      : (error as Error).message;
    return { kind: "unanswered", reason, isFinal, isOfHost: !isFinal };
  } finally {
    ended.abort();
    await clockRun;
  }
}

/** Sends a request, and where redirects lead; each hop is checked as it is sent. */
async function sendOn(
  { send, limits }: AttemptContext,
  request: OutgoingRequest,
  signal: AbortSignal,
): Promise<Answered> {
  let next = request;
  for (let hops = 0; ; hops++) {
    const answer = await send(next, signal);
    const redirect = followRedirect(next, answer);
    const isFollowed = redirect !== undefined && "next" in redirect && hops < limits.redirects;
    if (isFollowed) {
      next = redirect.next;
      continue;
    }
    const { status, statusText, retryAfter, text } = answer;
    const words = [`${status} ${statusText}`.trim(), ...reasonOf(redirect, limits)].join(": ");
    return { kind: "answered", status, reason: words, retryAfter, answer: text };
  }
}

/** Rejects when the signal is aborted; not everything that is waited for can be cut off, such as looking up a name. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });
}

/** A receiver may answer with what it knows, and what it answered is kept. */
function hide(answer: string, secrets: readonly string[]): string {
  return secrets.reduce((text, secret) => text.replaceAll(secret, "…"), answer);
}

function reasonOf(redirect: ReturnType<typeof followRedirect>, { redirects }: DeliveryLimits): string[] {
  if (redirect === undefined) return [];
  return ["reason" in redirect ? redirect.reason : `more than ${redirects} redirects`];
}

import type { DeliveryLimits } from "../delivery-limits.ts";
import type { HeldEvent } from "../held-event.ts";
import type { AttemptContext } from "./attempt-context.ts";
import { attemptMail } from "./attempt-mail.ts";
import type { Answered, AttemptResult } from "./attempt-result.ts";
import { followRedirect } from "./follow-redirect.ts";
import { readSecrets } from "./read-secrets.ts";
import { type OutgoingRequest, Undeliverable } from "./send-request.ts";
import { withinAttempt } from "./within-attempt.ts";
import { writeRequest } from "./write-request.ts";

/** Carries an effect out once, within the time of an attempt. `interrupted` when the signal is aborted before there is an answer. */
export async function attemptDelivery(
  context: AttemptContext,
  { id, effect }: Pick<HeldEvent, "id" | "effect">,
  stopped: AbortSignal,
): Promise<AttemptResult> {
  if (effect.kind === "mail") return attemptMail(context, id, effect.message, stopped);
  const { call, url } = effect;
  const { clock, limits } = context;
  const secrets =
    call.secret === undefined ? { keys: [], texts: [] } : readSecrets(call.secret, context.secrets);
  if ("reason" in secrets)
    return { kind: "unanswered", reason: secrets.reason, isFinal: false, isOfHost: false };
  try {
    const request = {
      ...writeRequest(id, call, url, secrets.keys, clock.now()),
      answerBytes: limits.answerBytes,
    };
    const result = await withinAttempt(context, stopped, (signal) => sendOn(context, request, signal));
    return { ...result, answer: hide(result.answer, secrets.texts) };
  } catch (error) {
    if (stopped.aborted) return { kind: "interrupted" };
    const isFinal = error instanceof Undeliverable;
    return { kind: "unanswered", reason: (error as Error).message, isFinal, isOfHost: !isFinal };
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

/** A receiver may answer with what it knows, and what it answered is kept. */
function hide(answer: string, secrets: readonly string[]): string {
  return secrets.reduce((text, secret) => text.replaceAll(secret, "…"), answer);
}

function reasonOf(redirect: ReturnType<typeof followRedirect>, { redirects }: DeliveryLimits): string[] {
  if (redirect === undefined) return [];
  return ["reason" in redirect ? redirect.reason : `more than ${redirects} redirects`];
}

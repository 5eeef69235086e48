import type { EmailMessage } from "@tablewright/core";
import type { AttemptContext } from "./attempt-context.ts";
import type { AttemptResult } from "./attempt-result.ts";
import { MailRefused } from "./send-mail.ts";
import { withinAttempt } from "./within-attempt.ts";

/** Hands a mail to the mail server once, within the time of an attempt. */
export async function attemptMail(
  context: AttemptContext,
  id: string,
  message: EmailMessage,
  stopped: AbortSignal,
): Promise<AttemptResult> {
  const { mail } = context;
  if (mail === undefined) return { kind: "unanswered", reason: NO_SERVER, isFinal: false, isOfHost: false };
  if (message.to.trim() === "")
    return { kind: "unanswered", reason: "The mail has no receiver.", isFinal: true, isOfHost: false };
  try {
    const { response } = await withinAttempt(context, stopped, (signal) => mail({ id, message }, signal));
    return { kind: "answered", status: TAKEN, reason: response, retryAfter: undefined, answer: "" };
  } catch (error) {
    if (stopped.aborted) return { kind: "interrupted" };
    const reason = (error as Error).message;
    const isFinal = error instanceof MailRefused && error.status >= PERMANENT;
    return { kind: "unanswered", reason, isFinal, isOfHost: !isFinal };
  }
}

/** Of SMTP and of HTTP alike, it means that the receiver has it. */
const TAKEN = 250;
const PERMANENT = 500;
const NO_SERVER = "There is no mail server: set one with --smtp or TABLEWRIGHT_SMTP.";

import type { StepEvent } from "@tablewright/core";
import type { HeldEffect } from "../held-event.ts";
import type { AttemptContext } from "./attempt-context.ts";
import type { AttemptResult } from "./attempt-result.ts";
import { Undeliverable } from "./send-request.ts";
import { withinAttempt } from "./within-attempt.ts";

/** Calls a step of the program once, within the time of an attempt. It is done when it returns or its promise resolves. */
export async function attemptStep(
  context: AttemptContext,
  id: string,
  { step, call }: Extract<HeldEffect, { kind: "call" }>,
  stopped: AbortSignal,
): Promise<AttemptResult> {
  const code = Object.hasOwn(context.steps, step) ? context.steps[step] : undefined;
  if (typeof code !== "function")
    return {
      kind: "unanswered",
      reason: `The program that delivers has no step "${step}": hand it in as a member of steps.`,
      isFinal: false,
      isOfHost: false,
    };
  try {
    const event: StepEvent = { ...JSON.parse(call.body ?? "{}"), id };
    await withinAttempt(context, stopped, async () => code(event));
    return { kind: "answered", status: DONE, reason: "Done", retryAfter: undefined, answer: "" };
  } catch (error) {
    if (stopped.aborted) return { kind: "interrupted" };
    const isFinal = error instanceof Undeliverable;
    return { kind: "unanswered", reason: reasonOf(error), isFinal, isOfHost: !isFinal };
  }
}

/** Of whatever the program has thrown. */
function reasonOf(error: unknown): string {
  try {
    return error instanceof Error ? String(error.message) : `The step has thrown ${String(error)}.`;
  } catch {
    return "The step has thrown what is no text.";
  }
}

/** Of HTTP, as for a webhook that was taken. */
const DONE = 200;

import { createHmac } from "node:crypto";
import type { EmailMessage, HostSteps, StepEvent, WebhookCall } from "@tablewright/core";
import {
  type Clock,
  type DeliveryLimits,
  MailRefused,
  type OutgoingRequest,
  type ReceivedAnswer,
  type SendMail,
  type SendRequest,
  Undeliverable,
} from "../delivery-options.ts";
import type { HeldEffect, HeldEvent } from "../held-event.ts";

/** The secrets that sign a webhook, or a sentence without any part of them that says why there are none. */
type ReadSecrets = Secrets | { readonly reason: string };

interface Secrets {
  readonly keys: readonly Uint8Array[];
  /** The same as base64. */
  readonly texts: readonly string[];
}

/**
 * Reads the place of a secret, such as `env:HOOK_SECRET`. The variable has one secret as Standard Webhooks writes it,
 * `whsec_` and base64 of 24 to 64 bytes, or several with blanks between them while one takes the place of another.
 */
function readSecrets(place: string, variable: (name: string) => string | undefined): ReadSecrets {
  const name = place.replace(/^env:/u, "");
  const texts = (variable(name) ?? "")
    .split(/\s+/u)
    .filter((text) => text !== "")
    .map((text) => text.replace(/^whsec_/u, ""));
  if (texts.length === 0) return { reason: `The environment of the worker has no secret "${name}".` };
  const keys = texts.map((text) => Buffer.from(text, "base64"));
  const isSound = texts.every((text, at) => isSecret(text, keys[at]?.length ?? 0));
  if (isSound) return { keys, texts };
  return {
    reason: `The secret "${name}" cannot be read: expected "whsec_" and base64 of ${FEWEST} to ${MOST} bytes.`,
  };
}

function isSecret(text: string, length: number): boolean {
  return BASE64.test(text) && length >= FEWEST && length <= MOST;
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/u;
const FEWEST = 24;
const MOST = 64;

/** Carries an effect out once, within the time of an attempt. `interrupted` when the signal is aborted before there is an answer. */
export async function attemptDelivery(
  context: AttemptContext,
  { id, effect }: Pick<HeldEvent, "id" | "effect">,
  stopped: AbortSignal,
): Promise<AttemptResult> {
  if (effect.kind === "call") return attemptStep(context, id, effect, stopped);
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
    const words = [`${status} ${statusText}`.trim(), ...redirectReason(redirect, limits)].join(": ");
    return { kind: "answered", status, reason: words, retryAfter, answer: text };
  }
}

/** A receiver may answer with what it knows, and what it answered is kept. */
function hide(answer: string, secrets: readonly string[]): string {
  return secrets.reduce((text, secret) => text.replaceAll(secret, "…"), answer);
}

function redirectReason(
  redirect: ReturnType<typeof followRedirect>,
  { redirects }: DeliveryLimits,
): string[] {
  if (redirect === undefined) return [];
  return ["reason" in redirect ? redirect.reason : `more than ${redirects} redirects`];
}

/** The request that a redirect leads to; why it is not followed; or undefined for an answer that is no redirect. */
function followRedirect(
  request: OutgoingRequest,
  { status, location }: ReceivedAnswer,
): { readonly next: OutgoingRequest } | { readonly reason: string } | undefined {
  if (!REDIRECTS.has(status) || location === undefined) return undefined;
  if (!URL.canParse(location, request.url.href)) return { reason: "a redirect to what is no URL" };
  const url = new URL(location, request.url);
  if (!/^https?:$/u.test(url.protocol)) return { reason: `a redirect to ${url.protocol}, not followed` };
  if (request.url.protocol === "https:" && url.protocol === "http:")
    return { reason: "a redirect from https to http, not followed" };
  // After these the body would be lost on the way.
  if (request.method !== "GET" && !KEEPING.has(status))
    return { reason: `a redirect that ${request.method} does not follow` };
  const headers = url.origin === request.url.origin ? request.headers : headersForOthers(request.headers);
  return { next: { ...request, url, headers } };
}

/** Headers of the definition may hold a key that is meant only for the first host. */
function headersForOthers(headers: OutgoingRequest["headers"]): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => FOR_ALL.test(name)));
}

const FOR_ALL = /^(webhook-.+|content-type|user-agent)$/u;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const KEEPING: ReadonlySet<number> = new Set([307, 308]);

/** What the status of an answer means for its event. */
type Verdict = "delivered" | "retry" | "final";

/** Anything else may change: keys are corrected, receivers are deployed, hosts recover. */
export function judgeStatus(status: number): Verdict {
  if (status >= 200 && status < 300) return "delivered";
  return FINAL.has(status) ? "final" : "retry";
}

/** The same request will never be taken. */
const FINAL: ReadonlySet<number> = new Set([
  400, // Bad Request
  405, // Method Not Allowed
  410, // Gone: the receiver wants no more of it
  411, // Length Required
  413, // Content Too Large
  414, // URI Too Long
  415, // Unsupported Media Type
  422, // Unprocessable Content
  431, // Request Header Fields Too Large
  451, // Unavailable For Legal Reasons
  501, // Not Implemented
  505, // HTTP Version Not Supported
]);

/** Hands a mail to the mail server once, within the time of an attempt. */
async function attemptMail(
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

/** Calls a step of the program once, within the time of an attempt. It is done when it returns or its promise resolves. */
async function attemptStep(
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

/** The request of a webhook at a time, with the headers of Standard Webhooks; those win over headers of the same name. */
export function writeRequest(
  id: string,
  { method, headers, body }: WebhookCall,
  url: URL,
  keys: readonly Uint8Array[],
  now: number,
): Omit<OutgoingRequest, "answerBytes"> {
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const timestamp = Math.floor(now / 1_000);
  const own: Record<string, string> = { "webhook-id": id, "webhook-timestamp": String(timestamp) };
  if (keys.length > 0)
    own["webhook-signature"] = signWebhook({ id, timestamp, body: bytes ?? NOTHING }, keys);
  const written: Record<string, string> = { "user-agent": "Tablewright" };
  if (bytes !== undefined) written["content-type"] = "application/json";
  for (const [name, value] of Object.entries(headers)) {
    if (name.toLowerCase() !== "webhook-signature") written[name.toLowerCase()] = value;
  }
  return { url, method, headers: { ...written, ...own }, body: bytes };
}

const NOTHING = new Uint8Array();

/** The value of `webhook-signature` by Standard Webhooks: one signature for each secret, over id, time and body. */
function signWebhook({ id, timestamp, body }: SignedParts, keys: readonly Uint8Array[]): string {
  return keys
    .map((key) => {
      const mac = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body);
      return `v1,${mac.digest("base64")}`;
    })
    .join(" ");
}

interface SignedParts {
  readonly id: string;
  /** Whole seconds since 1970-01-01T00:00:00Z. */
  readonly timestamp: number;
  readonly body: Uint8Array;
}

/** What an attempt takes of the world outside. */
interface AttemptContext {
  readonly clock: Clock;
  readonly send: SendRequest;
  readonly mail: SendMail | undefined;
  readonly steps: HostSteps;
  readonly secrets: (name: string) => string | undefined;
  readonly limits: DeliveryLimits;
}

interface Timed {
  readonly clock: Clock;
  readonly limits: Pick<DeliveryLimits, "attempt">;
}

/**
 * Does work for as long as an attempt may take, or until it is stopped; then it rejects, because not everything that is
 * waited for can be cut off, such as looking up a name.
 */
async function withinAttempt<T>(
  { clock, limits }: Timed,
  stopped: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ended = new AbortController();
  const late = new AbortController();
  const clockRun = clock.sleep(limits.attempt, ended.signal).then(() => {
    if (!ended.signal.aborted) late.abort();
  });
  try {
    const signal = AbortSignal.any([stopped, late.signal]);
    return await Promise.race([work(signal), aborted(signal)]);
  } catch (error) {
    if (!late.signal.aborted || stopped.aborted) throw error;
    throw new Error(`There was no answer within ${limits.attempt.toLocaleString("en-US")} ms.`);
  } finally {
    ended.abort();
    await clockRun;
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });
}

/** How one attempt ended. */
type AttemptResult = Answered | Unanswered | { readonly kind: "interrupted" };

/** The receiver answered, and `judgeStatus` says what that means. */
export interface Answered {
  readonly kind: "answered";
  readonly status: number;
  /** The status in words, with what was not done because of it. */
  readonly reason: string;
  /** The header `Retry-After` as it came. */
  readonly retryAfter: string | undefined;
  /** The beginning of the body. */
  readonly answer: string;
}

/** There is no answer: no connection, no time left, no secret. */
export interface Unanswered {
  readonly kind: "unanswered";
  readonly reason: string;
  /** Whether no further attempt can do better. */
  readonly isFinal: boolean;
  /** Whether the host is to blame, and not what was to be sent. */
  readonly isOfHost: boolean;
}

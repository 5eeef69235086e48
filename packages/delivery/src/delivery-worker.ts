import { claimEvents, type EventOrder, type LogEntry, settleEvents } from "@tablewright/core";
import type { EventClaim, EventOutcome, StoredEvent, WriteTransaction } from "@tablewright/core/storage";
import { type Answered, attemptDelivery, judgeStatus, type Unanswered } from "./attempt/attempt-delivery.ts";
import {
  type DeliveryLimits,
  type DeliveryOptions,
  defaultDeliveryLimits,
  type WorkerOptions,
} from "./delivery-options.ts";
import { type HeldEvent, readHeldEvent } from "./held-event.ts";
import { Host, type HostEnd } from "./hosts/host.ts";
import { OWN_WRITE, orderedEvent, readNote, Settlements, writeNote } from "./outcome/settlements.ts";

/** What an attempt says about the host: answers that blame the request are no failures of it. */
function endOfAttempt(result: Answered | Unanswered, took: number, now: number): HostEnd {
  if (result.kind === "unanswered") return { took, hasFailed: result.isOfHost, rest: 0 };
  const { status, retryAfter } = result;
  const hasFailed = status >= 500 || status === TOO_MANY_REQUESTS;
  const asks = status === TOO_MANY_REQUESTS || status === UNAVAILABLE;
  return { took, hasFailed, rest: asks ? readRetryAfter(retryAfter, now) : 0 };
}

const TOO_MANY_REQUESTS = 429;
const UNAVAILABLE = 503;

/** Claims events as there is room for them, and sees each through its attempt to its outcome. */
class DeliveryWorker {
  readonly #options: WorkerOptions;
  readonly #settlements: Settlements;
  readonly #stopping = new AbortController();
  readonly #cutOff = new AbortController();
  /** By name with the port. No value of a row can change a host, so there are no more than definitions name. */
  readonly #hosts = new Map<string, Host<HeldEvent>>();
  /** The events that are claimed and whose outcome is not written yet. */
  readonly #held = new Set<StoredEvent>();
  #waker = new AbortController();
  #whenEmpty = () => {};
  /** Whether there may be more in the outbox than there was room for. */
  #isHungry = false;
  #isStoreAway = false;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#settlements = new Settlements(options, (error) => this.#warnOf(error));
  }

  /** Ends when the worker is to stop; never rejects. */
  async run(): Promise<void> {
    const { limits, random, clock } = this.#options;
    while (!this.#stopping.signal.aborted) {
      this.#waker = new AbortController();
      const signal = AbortSignal.any([this.#waker.signal, this.#stopping.signal]);
      const room = this.#room;
      const claimed = room > 0 ? await this.#claim(room) : [];
      for (const event of claimed) this.#take(event);
      this.#isHungry = claimed.length === room;
      const now = clock.now();
      const isBehind = [...this.#hosts.values()].some((host) => host.isBehind(now));
      const pause = isBehind ? limits.pollBehind : limits.poll;
      if (room === 0 || !this.#isHungry) await clock.sleep(pause * (0.75 + random() / 2), signal);
    }
  }

  wake(): void {
    this.#waker.abort();
  }

  async stop(run: Promise<void>, hurried?: AbortSignal): Promise<void> {
    const { clock, limits } = this.#options;
    this.#stopping.abort();
    const empty = new AbortController();
    const signal = AbortSignal.any(hurried === undefined ? [empty.signal] : [empty.signal, hurried]);
    const cutOff = clock.sleep(limits.stopping, signal).then(() => {
      this.#cutOff.abort();
      this.#settlements.hurry();
    });
    await run;
    for (const host of this.#hosts.values()) for (const { event } of host.empty()) this.#giveBack(event);
    await new Promise<void>((resolve) => {
      this.#whenEmpty = resolve;
      if (this.#held.size === 0) resolve();
    });
    empty.abort();
    await cutOff;
  }

  /** None while there is little: one claim is for many events. */
  get #room(): number {
    const { held } = this.#options.limits;
    const room = held - this.#held.size;
    return room * 4 >= held ? room : 0;
  }

  async #claim(limit: number): Promise<readonly StoredEvent[]> {
    const { store, clock, limits, order } = this.#options;
    try {
      const claimed = await store.write((transaction) => {
        const now = clock.now();
        const claim = { now, until: now + limits.claim, limit };
        return claimInOrder(transaction, claim, order?.(), limits.longestRest);
      }, OWN_WRITE);
      this.#isStoreAway = false;
      return claimed;
    } catch (error) {
      this.#warnOf(error as Error);
      return [];
    }
  }

  #take(event: StoredEvent): void {
    this.#held.add(event);
    const now = this.#options.clock.now();
    const held = readHeldEvent(event);
    if (held === undefined) {
      this.#settle(event, { id: event.id, state: "failed", dueAt: now, error: UNREADABLE });
      return;
    }
    const host = this.#hostOf(held);
    const placement = this.#stopping.signal.aborted ? { dueAt: now } : host.take(held, now);
    if (placement === "begins") this.#begin(held, host);
    else if (placement !== "waits") this.#giveBack(event, placement.dueAt);
  }

  async #begin(held: HeldEvent, host: Host<HeldEvent>): Promise<void> {
    const { clock, limits } = this.#options;
    const { event } = held;
    const begun = clock.now();
    // Another worker could claim it before the attempt is over.
    if (event.dueAt - begun < limits.attempt) {
      host.leave();
      return this.#giveBack(event);
    }
    const result = await attemptDelivery(this.#options, held, this.#cutOff.signal);
    if (result.kind === "interrupted") {
      host.leave();
      return this.#giveBack(event);
    }
    this.#note(held, host, result, clock.now() - begun);
    this.#goOn(host);
  }

  #note(held: HeldEvent, host: Host<HeldEvent>, result: Answered | Unanswered, took: number): void {
    const { clock, random, limits, log } = this.#options;
    const now = clock.now();
    host.end(endOfAttempt(result, took, now), now);
    const outcome = nextOutcome(held.event, result, { now, random, limits });
    log(describeOutcome(held, result, outcome, took));
    this.#settle(held.event, outcome);
  }

  /** Begins what waits for the host, or puts it off when the host has a rest. */
  #goOn(host: Host<HeldEvent>): void {
    const now = this.#options.clock.now();
    for (const next of host.startNext(now)) this.#begin(next, host);
    if (!host.isResting(now)) return;
    for (const { event } of host.empty()) this.#giveBack(event, host.putOff(now));
  }

  #hostOf({ host: name }: HeldEvent): Host<HeldEvent> {
    const { limits, random } = this.#options;
    const host = this.#hosts.get(name) ?? new Host<HeldEvent>(limits, random);
    this.#hosts.set(name, host);
    return host;
  }

  /** Puts an event back as it was before it was claimed, but for when it is due. */
  #giveBack(event: StoredEvent, dueAt = this.#options.clock.now()): void {
    this.#settle(event, { id: event.id, state: "waiting", dueAt, error: event.error });
  }

  async #settle(event: StoredEvent, outcome: EventOutcome): Promise<void> {
    await this.#settlements.settle(event, outcome);
    this.#held.delete(event);
    if (this.#held.size === 0) this.#whenEmpty();
    const mayBeNext = outcome.state !== "waiting" && orderedEvent(event) !== undefined;
    if (mayBeNext || (this.#isHungry && this.#room > 0)) this.wake();
  }

  /** Once for each time that the store is away. */
  #warnOf({ message }: Error): void {
    if (this.#isStoreAway) return;
    this.#isStoreAway = true;
    this.#options.log({
      level: "warning",
      message: "the outbox does not answer",
      details: { reason: message },
    });
  }
}

const UNREADABLE = "The payload of the event is no request.";

/**
 * Claims events, and puts those off again that wait for earlier ones of their rows. These come back when the one before them
 * is done with, and for safety after `pause` milliseconds.
 */
async function claimInOrder(
  transaction: WriteTransaction,
  claim: EventClaim,
  order: EventOrder | undefined,
  pause: number,
): Promise<readonly StoredEvent[]> {
  const claimed = await claimEvents(transaction, claim);
  const ordered = order === undefined ? [] : claimed.flatMap((event) => orderedEvent(event) ?? []);
  if (order === undefined || ordered.length === 0) return claimed;
  const waiting = await order.waiting(transaction, ordered);
  const dueAt = claim.now + pause;
  const putOff = claimed.filter(({ id }) => waiting.has(id));
  await settleEvents(
    transaction,
    putOff.map(({ id, error }) => ({ id, state: "waiting", dueAt, error })),
  );
  return claimed.filter(({ id }) => !waiting.has(id));
}

/** What an operator reads of an attempt: names and numbers, never the request or its answer. */
function describeOutcome(
  { event, host }: HeldEvent,
  result: Answered | Unanswered,
  outcome: EventOutcome,
  took: number,
): LogEntry {
  const attempt = readNote(outcome.error)?.attempts ?? (readNote(event.error)?.attempts ?? 0) + 1;
  const details = { event: event.id, rule: event.rule, host, attempt, milliseconds: took };
  if (outcome.state === "delivered")
    return { level: "info", message: "event delivered", details: { ...details, answer: result.reason } };
  const isDead = outcome.state === "failed";
  return {
    level: "warning",
    message: isDead ? "event failed for good" : "event not delivered, to be tried again",
    details: {
      ...details,
      reason: result.reason,
      ...(isDead ? {} : { due: new Date(outcome.dueAt).toISOString() }),
    },
  };
}

/**
 * What becomes of an event after an attempt: delivered, tried again later, or a dead letter. Times between attempts double,
 * each drawn from its upper half; the last attempt is made when the time for all of them is over.
 */
function nextOutcome(
  event: Pick<StoredEvent, "id" | "error">,
  result: Answered | Unanswered,
  {
    now,
    random,
    limits,
  }: { readonly now: number; readonly random: () => number; readonly limits: DeliveryLimits },
): EventOutcome {
  const { id } = event;
  const verdict = result.kind === "answered" ? judgeStatus(result.status) : undefined;
  const before = readNote(event.error);
  const attempts = (before?.attempts ?? 0) + 1;
  const since = Math.min(before?.since ?? now, now); // the clock may have been set back
  const answer = result.kind === "answered" ? result.answer : "";
  const error = writeNote({ attempts, since, reason: result.reason, answer });
  if (verdict === "delivered") return { id, state: "delivered", dueAt: now, error };
  const isFinal = result.kind === "answered" ? verdict === "final" : result.isFinal;
  const last = since + limits.giveUp;
  if (isFinal || now >= last) return { id, state: "failed", dueAt: now, error };
  const doubled = Math.min(limits.firstDelay * 2 ** (attempts - 1), limits.longestDelay);
  const pause = result.kind === "answered" ? readRetryAfter(result.retryAfter, now) : 0;
  const delay = Math.max(Math.ceil(doubled * (0.5 + random() / 2)), pause);
  return { id, state: "waiting", dueAt: Math.min(now + delay, last), error };
}

/** The milliseconds that a header `Retry-After` asks for, a number of seconds or a date; 0 for anything else. */
export function readRetryAfter(header: string | undefined, now: number): number {
  if (header === undefined) return 0;
  if (/^\s*\d{1,9}\s*$/u.test(header)) return Number(header) * 1_000;
  const until = /[a-z]/iu.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(until) ? 0 : Math.max(0, until - now);
}

/** A worker over an outbox. */
export interface Delivery {
  /** Looks into the outbox now instead of at the next poll. */
  wake(): void;
  /**
   * Claims nothing more, lets the attempts under way end within `limits.stopping`, or until `hurried` is aborted, and gives
   * the rest back, so that another worker goes on at once. Never rejects.
   */
  stop(hurried?: AbortSignal): Promise<void>;
}

/**
 * Delivers the events of an outbox, at least once each, until it is stopped. Any number of workers share one outbox. Throws
 * when a claim would be over before an attempt.
 */
export function startDelivery({ limits: given, ...options }: DeliveryOptions): Delivery {
  const limits = { ...defaultDeliveryLimits, ...given };
  if (limits.claim < 2 * limits.attempt)
    throw new RangeError(`A claim of ${limits.claim} ms is too short for attempts of ${limits.attempt} ms.`);
  const worker = new DeliveryWorker({
    ...options,
    mail: options.mail,
    steps: options.steps ?? {},
    order: options.order,
    log: options.log ?? (() => {}),
    limits,
  });
  const run = worker.run();
  return { wake: () => worker.wake(), stop: (hurried) => worker.stop(run, hurried) };
}

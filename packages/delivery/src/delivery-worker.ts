import type { EventOutcome, StoredEvent } from "@tablewright/core/storage";
import { attemptDelivery } from "./attempt/attempt-delivery.ts";
import type { Answered, Unanswered } from "./attempt/attempt-result.ts";
import type { WorkerOptions } from "./delivery-options.ts";
import { type HeldEvent, readHeldEvent } from "./held-event.ts";
import { endOfAttempt } from "./hosts/end-of-attempt.ts";
import { Host } from "./hosts/host.ts";
import { claimInOrder } from "./order/claim-in-order.ts";
import { orderedEvent } from "./order/ordered-event.ts";
import { describeOutcome } from "./outcome/describe-outcome.ts";
import { nextOutcome } from "./outcome/next-outcome.ts";
import { Settlements } from "./outcome/settlements.ts";

/** Claims events as there is room for them, and sees each through its attempt to its outcome. */
export class DeliveryWorker {
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
      });
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

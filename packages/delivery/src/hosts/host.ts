import type { DeliveryLimits } from "../delivery-options.ts";

/** What becomes of an event that is to go to a host: `dueAt` says until when it is put off. */
type Placement = "begins" | "waits" | { readonly dueAt: number };

/** How a request to a host ended. */
export interface HostEnd {
  /** Milliseconds. */
  readonly took: number;
  readonly hasFailed: boolean;
  /** The rest that the host asks for; 0 for none. */
  readonly rest: number;
}

/**
 * The requests to one host: so many at a time, a few more in a queue. Failures one after the other give it a rest, after
 * which a single request tries whether it is back.
 */
export class Host<Job> {
  readonly #limits: DeliveryLimits;
  readonly #random: () => number;
  readonly #queue: Job[] = [];
  #underWay = 0;
  #failures = 0;
  #rests = 0;
  /** A rest has a beginning too, so that a clock that is set back does not make it longer. */
  #rest = { from: 0, until: 0 };
  /** An estimate of when the next postponed event can be sent. */
  #nextTurn = 0;
  #typicalTime = 10;

  constructor(limits: DeliveryLimits, random: () => number) {
    this.#limits = limits;
    this.#random = random;
  }

  take(job: Job, now: number): Placement {
    if (this.#underWay < this.#places(now)) {
      this.#underWay++;
      return "begins";
    }
    if (this.#isHealthy && !this.isResting(now) && this.#queue.length < this.#limits.waiting) {
      this.#queue.push(job);
      return "waits";
    }
    return { dueAt: this.putOff(now) };
  }

  /** Notes that a request has ended. */
  end({ took, hasFailed, rest }: HostEnd, now: number): void {
    this.#underWay--;
    this.#typicalTime += (Math.max(0, took) - this.#typicalTime) / 5;
    if (!hasFailed) {
      this.#failures = 0;
      this.#rests = 0;
      return;
    }
    this.#failures++;
    if (this.isResting(now)) return; // the other requests that were under way when it began
    if (rest > 0) this.#beginRest(now, Math.min(rest, this.#limits.longestRest));
    else if (!this.#isHealthy) this.#beginRest(now, this.#nextRest());
  }

  /** Notes that a request was cut off by us, which says nothing about the host. */
  leave(): void {
    this.#underWay--;
  }

  /** Events of the queue that begin now; they count as under way. */
  startNext(now: number): readonly Job[] {
    const started = this.#queue.splice(0, Math.max(0, this.#places(now) - this.#underWay));
    this.#underWay += started.length;
    return started;
  }

  /** Takes all events out of the queue. */
  empty(): readonly Job[] {
    return this.#queue.splice(0);
  }

  isResting(now: number): boolean {
    return now >= this.#rest.from && now < this.#rest.until;
  }

  /** When an event that cannot be sent now is tried again: an estimate, too early rather than too late. */
  putOff(now: number): number {
    const each = (this.#typicalTime / this.#limits.perHost) * EARLY;
    const earliest = this.isResting(now) ? this.#rest.until : now + this.#queue.length * each;
    const turn = Math.min(Math.max(this.#nextTurn, earliest), earliest + this.#limits.longestRest);
    this.#nextTurn = turn + each;
    return Math.ceil(turn) + 1;
  }

  /** Whether events that were put off come due one after the other. */
  isBehind(now: number): boolean {
    return this.#nextTurn > now && !this.isResting(now);
  }

  get #isHealthy(): boolean {
    return this.#failures < this.#limits.failures;
  }

  #places(now: number): number {
    if (this.isResting(now)) return 0;
    return this.#isHealthy ? this.#limits.perHost : 1;
  }

  #nextRest(): number {
    const doubled = Math.min(this.#limits.firstRest * 2 ** this.#rests, this.#limits.longestRest);
    this.#rests++;
    return Math.ceil(doubled * (0.5 + this.#random() / 2));
  }

  #beginRest(now: number, length: number): void {
    this.#rest = { from: now, until: now + length };
  }
}

/** An event that comes too early is put off again; one that comes too late leaves a place free. */
const EARLY = 0.7;

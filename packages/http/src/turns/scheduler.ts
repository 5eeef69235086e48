import type { TimeSlice } from "@tablewright/core";

interface SchedulerOptions {
  /** Milliseconds for which a call may hold the processor at a stretch. */
  readonly stretch: number;
  /** Milliseconds from any start. */
  readonly now?: () => number;
  /** Calls back when the event loop has gone round once. */
  readonly later?: (callback: () => void) => void;
}

/**
 * Shares the processor between access keys by start-time fair queueing. In each round of the event loop one waiting call
 * continues, of the key that has used least, and of its long calls the one that came first; and calls that come in begin at
 * once, as long as they have not used a time slice together in that round and their key is not ahead of the others by more
 * than one. The platform accepts one connection in a round: while some come in, rounds without a waiting call follow each
 * other for two slices.
 */
export class Scheduler {
  readonly #stretch: number;
  readonly #now: () => number;
  readonly #later: (callback: () => void) => void;
  readonly #waiting = new Set<ProcessorShare>();
  /** What a key with calls always waiting would have used. A key that was idle starts from here, so unused time does not accumulate. */
  #virtual = 0;
  /** Until when it is known who used the processor. */
  #counted = 0;
  #round = 0;
  #calls = 0;
  #isInRound = false;
  #isResuming = false;
  #hasArrivals = false;
  #unqueuedSince: number | undefined;

  constructor({ stretch, now = () => performance.now(), later = nextMacrotask }: SchedulerOptions) {
    this.#stretch = stretch;
    this.#now = now;
    this.#later = later;
  }

  /** The turn of a new call, in its first stretch; a promise of it when the call has to wait for that. */
  begin(share: ProcessorShare): CallTurn | Promise<CallTurn> {
    const turn = new CallTurn(this, share, this.#calls++);
    if (!this.#mayBegin(share)) return this.#beginLater(turn);
    turn.begin(false);
    return turn;
  }

  async #beginLater(turn: CallTurn): Promise<CallTurn> {
    await turn.wait();
    return turn;
  }

  #mayBegin(share: ProcessorShare): boolean {
    if (this.#waiting.has(share)) return false; // calls of one key go in order
    const now = this.look();
    if (now >= this.endOfUnqueued(now)) return false;
    return this.#waiting.size === 0 || this.#usedBy(share) <= this.#virtual + this.#stretch;
  }

  /** Queues a call with others of its key. */
  wait(share: ProcessorShare, call: WaitingCall): void {
    share.used = this.#usedBy(share);
    share.waiting.add(call);
    this.#waiting.add(share);
    this.#resumeLater();
  }

  /** A connection came in. */
  arrive(): void {
    this.#hasArrivals = true;
  }

  /**
   * Notes that a call of the key worked from one time to another, less what was noted for others in between. While no other call
   * waits that takes nothing from anybody, and is not held against the key.
   */
  count(share: ProcessorShare, from: number, to: number): void {
    share.used = this.#usedBy(share) + to - Math.max(from, this.#counted);
    this.#counted = to;
    if (this.#waiting.size === 0) this.#virtual = share.used;
  }

  /** The time now, in a round of the event loop that has a number. */
  look(): number {
    const now = this.#now();
    if (this.#isInRound) return now;
    this.#isInRound = true;
    this.#round++;
    this.#unqueuedSince = undefined;
    this.#later(() => {
      this.#isInRound = false;
    });
    return now;
  }

  get round(): number {
    return this.#round;
  }

  stretchFrom(now: number): number {
    return now + this.#stretch;
  }

  /** When the stretch is over that calls share which have not waited in this round. */
  endOfUnqueued(now: number): number {
    this.#unqueuedSince ??= now;
    return this.#unqueuedSince + this.#stretch;
  }

  #usedBy(share: ProcessorShare): number {
    return Math.max(share.used, this.#virtual);
  }

  #resumeLater(since = this.#now()): void {
    if (this.#isResuming || this.#waiting.size === 0) return;
    this.#isResuming = true;
    this.#later(() => {
      this.#isResuming = false;
      const isAccepting = this.#hasArrivals && this.#now() - since < SLICES_OF_ARRIVALS * this.#stretch;
      this.#hasArrivals = false;
      if (!isAccepting) this.#resumeNext();
      this.#resumeLater(isAccepting ? since : undefined);
    });
  }

  #resumeNext(): void {
    let next: ProcessorShare | undefined;
    for (const share of this.#waiting) if (next === undefined || share.used < next.used) next = share;
    if (next === undefined) return;
    this.#virtual = Math.max(this.#virtual, next.used);
    const call = next.waiting.takeNext();
    this.#waiting.delete(next);
    if (!next.waiting.isEmpty) this.#waiting.add(next); // after those that have used as much
    next.used += this.#stretch * LEAST_SHARE;
    call?.resume();
  }
}

/**
 * Of a stretch, which a call is charged with that goes on: it takes a round of the event loop, with what other threads do for it
 * meanwhile, such as to unzip its body, and what that takes of this one is not counted.
 */
const LEAST_SHARE = 1 / 4;

const SLICES_OF_ARRIVALS = 2;

/**
 * Calls back once everything that has arrived meanwhile was served. Runtimes without `setImmediate` have a timer of no
 * length, which comes a little later.
 */
const nextMacrotask: (callback: () => void) => void =
  typeof globalThis.setImmediate === "function"
    ? (callback) => void globalThis.setImmediate(callback)
    : (callback) => void setTimeout(callback, 0);

/**
 * A call's turns with the processor. What it uses is counted each time it asks or pauses, from the last time it did or its
 * stretch began. Where the event loop has gone round in between it waited for a store or a socket, and that is not counted.
 */
export class CallTurn implements TimeSlice {
  readonly #scheduler: Scheduler;
  readonly #share: ProcessorShare;
  readonly #number: number;
  /** The round of the event loop that the stretch belongs to. */
  #round = -1;
  /** When what the call used was last counted. */
  #counted = 0;
  #end = 0;
  #pauses = 0;

  /** Made by a scheduler, with a number in the order of calls; `begin` or `wait` comes before anything else. */
  constructor(scheduler: Scheduler, share: ProcessorShare, number: number) {
    this.#scheduler = scheduler;
    this.#share = share;
    this.#number = number;
  }

  /** A stretch begins: one the call has waited for, or one it shares with others that came in the same round. */
  begin(isResumed: boolean): void {
    const now = this.#scheduler.look();
    this.#round = this.#scheduler.round;
    this.#counted = now;
    this.#end = isResumed ? this.#scheduler.stretchFrom(now) : this.#scheduler.endOfUnqueued(now);
  }

  get isOver(): boolean {
    this.#count();
    return this.#counted >= this.#end;
  }

  async pause(): Promise<void> {
    this.#count();
    this.#pauses++;
    await this.wait();
  }

  /** Waits for a stretch, which begins. */
  async wait(): Promise<void> {
    const isLong = this.#pauses >= PAUSES_OF_SHORT;
    await new Promise<void>((resume) => {
      this.#scheduler.wait(this.#share, { number: this.#number, isLong, resume });
    });
    this.begin(true);
  }

  /** The call is done. */
  finish(): void {
    this.#count();
  }

  #count(): void {
    const now = this.#scheduler.look();
    if (this.#round !== this.#scheduler.round) {
      this.begin(false);
      return;
    }
    this.#scheduler.count(this.#share, this.#counted, now);
    this.#counted = now;
  }
}

/** A call that has paused so often is long: it has worked for about as many stretches. */
const PAUSES_OF_SHORT = 5;

/** What one access key has used of the processor, and which of its calls wait for it. */
export class ProcessorShare {
  /** Milliseconds, counted from where the scheduler's virtual time stood when the key last came back. */
  used = 0;
  readonly waiting = new WaitingCalls();
}

/** A call that waits for its next stretch. */
interface WaitingCall {
  /** In the order in which calls came. */
  readonly number: number;
  /** Whether it has had so many stretches that it holds much. */
  readonly isLong: boolean;
  resume(): void;
}

/**
 * The calls of one key that wait for the processor. Short ones go on in the order in which they began to wait, and long
 * ones in the order in which they came: the first goes on until it is done, while the others hold no more than what they
 * read so far. The two kinds alternate.
 */
class WaitingCalls {
  readonly #short: WaitingCall[] = [];
  readonly #long: WaitingCall[] = [];
  #wasShort = true;

  get isEmpty(): boolean {
    return this.#short.length === 0 && this.#long.length === 0;
  }

  add(call: WaitingCall): void {
    if (!call.isLong) {
      this.#short.push(call);
      return;
    }
    const later = this.#long.findIndex(({ number }) => number > call.number);
    this.#long.splice(later === -1 ? this.#long.length : later, 0, call);
  }

  takeNext(): WaitingCall | undefined {
    const isShort = this.#long.length === 0 || (!this.#wasShort && this.#short.length > 0);
    this.#wasShort = isShort;
    return isShort ? this.#short.shift() : this.#long.shift();
  }
}

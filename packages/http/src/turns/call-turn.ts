import type { TimeSlice } from "@tablewright/core";
import type { ProcessorShare } from "./processor-share.ts";
import type { WaitingCall } from "./waiting-calls.ts";

/** What a turn asks of the scheduler that made it. Times are milliseconds from any start. */
export interface TurnClock {
  /** The round of the event loop that is under way. */
  readonly round: number;
  look(): number;
  stretchFrom(now: number): number;
  endOfUnqueued(now: number): number;
  count(share: ProcessorShare, from: number, to: number): void;
  wait(share: ProcessorShare, call: WaitingCall): void;
}

/**
 * A call's turns with the processor. What it uses is counted each time it asks or pauses, from the last time it did or its
 * stretch began. Where the event loop has gone round in between it waited for a store or a socket, and that is not counted.
 */
export class CallTurn implements TimeSlice {
  readonly #scheduler: TurnClock;
  readonly #share: ProcessorShare;
  readonly #number: number;
  /** The round of the event loop that the stretch belongs to. */
  #round = -1;
  /** When what the call used was last counted. */
  #counted = 0;
  #end = 0;
  #pauses = 0;

  /** Made by a scheduler, with a number in the order of calls; `begin` or `wait` comes before anything else. */
  constructor(scheduler: TurnClock, share: ProcessorShare, number: number) {
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

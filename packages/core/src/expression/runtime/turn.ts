/**
 * The share of the processor that a call has at a time. Work that may be long asks `isOver` between two steps and, when
 * it is, waits for `pause` before it goes on, so that others are served meanwhile.
 */
export interface Turn {
  /** Whether the call has held the processor as long as it may at a stretch. */
  readonly isOver: boolean;
  /** Lets others work; settles when this call may go on, which begins the next stretch. */
  pause(): Promise<void>;
}

/** For a program that serves one caller alone: no other call waits. */
export const ENDLESS_TURN: Turn = { isOver: false, pause: async () => {} };

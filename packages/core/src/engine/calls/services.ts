import type { After } from "../../expression/parts.ts";

/** What the engine may not take from the outside world by itself. */
export interface Services {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** A number from 0 up to but without 1, which cannot be predicted: UNIQUEID draws keys with it, and RANDBETWEEN. */
  random(): number;
  /** A new text, different from all before, such as a UUID; it names events and rule runs. */
  newId(): string;
  /**
   * Lets the program do other work, and settles when a call may go on, such as `setImmediate` of `node:timers/promises`. With it
   * no call holds the event loop for long; without it a call that was given no `turn` never pauses.
   */
  pause?(): Promise<unknown>;
  /**
   * Runs something after so many milliseconds and returns what cancels it, for the time-outs of functions of the program. Default:
   * `setTimeout` of the platform.
   */
  after?: After;
  /** USERROLE() of a caller; without it, or where it gives undefined, the definition's `roles` say. */
  roleOf?(email: string): string | undefined | Promise<string | undefined>;
  /** Takes note of what an operator may want to know; without it that is lost. */
  log?(entry: LogEntry): void;
}

export interface LogEntry {
  readonly level: "info" | "warning";
  readonly message: string;
  /** Names and numbers that belong to it; never values of rows. */
  readonly details: Readonly<Record<string, string | number>>;
}

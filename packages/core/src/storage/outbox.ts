/** How far the delivery of an event is. */
export type EventState = "waiting" | "delivered" | "failed";

/**
 * An effect outside the application that is still to be carried out, at least once. It is written by the transaction of
 * the change that caused it, so there is never one without the other.
 */
export interface OutboxEvent {
  /** Given once; a receiver recognises by it what it has seen already. */
  readonly id: string;
  /** The workflow rule that asks for it. */
  readonly rule: string;
  /** JSON text: everything that delivering takes, secrets only by reference. */
  readonly payload: string;
  /** Whole milliseconds since 1970-01-01T00:00:00Z, as are all times here; due at once. */
  readonly createdAt: number;
}

/** An event as the outbox keeps it. Times are milliseconds since 1970-01-01 UTC. */
export interface StoredEvent extends OutboxEvent {
  /** Place in the order of appending, from 1; no two events ever have the same, and some may be left out. */
  readonly sequence: number;
  readonly state: EventState;
  /** How often it was claimed. */
  readonly attempts: number;
  /** It cannot be claimed before. */
  readonly dueAt: number;
  /** How the last attempt ended, in the words of the worker that made it, also where it delivered the event. */
  readonly error: string | undefined;
}

/** Asks for waiting events that are due at `now`; no other worker gets them before `until`. */
export interface EventClaim {
  readonly now: number;
  readonly until: number;
  /** At most so many, the earliest in sequence first. */
  readonly limit: number;
}

/** How an attempt ended: `waiting` is tried again when due. */
export interface EventOutcome {
  readonly id: string;
  readonly state: EventState;
  readonly dueAt: number;
  readonly error: string | undefined;
}

/** What operators watch of an outbox. */
export interface OutboxState {
  readonly waiting: number;
  /** When the oldest of these was written; undefined when none waits. */
  readonly oldestWaiting: number | undefined;
  /** Those that are not tried again, and those that were given up. */
  readonly failed: number;
}

/** Which part of a journal: the newest first, or, where `after` is given, the oldest first. */
export interface JournalPage {
  /** Only entries with a smaller sequence. */
  readonly before?: number;
  /** Only entries with a greater sequence; not together with `before`. */
  readonly after?: number;
  readonly limit: number;
}

/** That a workflow rule met a changed row, or a row at its time; or was tried on one and did not. */
export interface RuleRun {
  readonly id: string;
  readonly rule: string;
  readonly table: string;
  /** The key of the row as people read it; empty for a schedule that failed. */
  readonly key: string;
  /** What set it off. */
  readonly change: "add" | "edit" | "delete" | "schedule";
  /**
   * `DepthReached`: the rule was not run, because too many rules had set off one another. `Failed`: the run of a schedule was
   * rolled back because of an error.
   */
  readonly outcome: "Done" | "DepthReached" | "NotMet" | "Failed";
  /** The part of its condition that was not TRUE where a rule was not met; the first error of a schedule that failed. */
  readonly reason?: string;
  /** How many rules set off one another before this one; 0 for a change of the caller's. */
  readonly depth: number;
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number;
  /** The ids of the events it queued. */
  readonly events: readonly string[];
}

/** A run of a workflow rule as the journal keeps it. */
export interface StoredRun extends RuleRun {
  /** Place in the order of appending, from 1; no two runs ever have the same, and some may be left out. */
  readonly sequence: number;
}

/**
 * Runs as `GET …/runs` answers them. They mirror the engine's, because a client imports nothing of it; tests/reading.test.ts holds the
 * two equal but for the time, which is a text here.
 */

/** What workflow rules did, and which of them run by the clock. */
export interface Runs {
  /** The newest first. */
  readonly runs: readonly RuleRun[];
  readonly schedules: readonly ScheduledRule[];
}

/** That a rule met a row, or was tried on one and did not. */
export interface RuleRun {
  /** The last one's is `before` of the next part. */
  readonly sequence: number;
  readonly id: string;
  readonly rule: string;
  readonly table: string;
  /** The key of the row as people read it; empty for a schedule that failed. */
  readonly key: string;
  /** What set it off. */
  readonly change: "add" | "edit" | "delete" | "schedule";
  readonly outcome: "Done" | "DepthReached" | "NotMet" | "Failed";
  /** The part of the condition that was not TRUE, or the error of a schedule. */
  readonly reason?: string;
  /** How many rules set off one another before it. */
  readonly depth: number;
  /** ISO 8601. */
  readonly at: string;
  /** The ids of the events it queued. */
  readonly events: readonly string[];
}

/** A rule that runs by the clock. */
export interface ScheduledRule {
  readonly rule: string;
  readonly table: string;
  /** A cron expression, or a name such as `@daily`. */
  readonly every: string;
  readonly timezone: string;
  /** Whether it runs only for the first of its rows. */
  readonly once: boolean;
}

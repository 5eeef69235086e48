import type { KeepShape, RunsShape } from "../text/definition-shape.ts";

/** How long events and the history of runs are kept; dead letters, which operators may still have to look at, longer than others. */
export function retentionOf({ events, deadLetters, runs }: KeepShape = {}): Retention {
  const delivered = millisecondsOf(events);
  return {
    events: delivered,
    deadLetters: millisecondsOf(deadLetters) ?? (delivered && TIMES_LONGER * delivered),
    runs: millisecondsOf(runs),
  };
}

const TIMES_LONGER = 3;

/** Milliseconds that what the store keeps besides rows is kept at least; undefined is for ever. */
export interface Retention {
  /** From when a delivered event was written. */
  readonly events: number | undefined;
  /** From when an event has failed for good or was given up. */
  readonly deadLetters: number | undefined;
  /** From when an entry of the history of runs was written. */
  readonly runs: number | undefined;
}

/** How long a time such as `12h`, `30d`, `8w` or `2y` lasts. */
export function millisecondsOf(timeSpan: string): number;
export function millisecondsOf(timeSpan: string | undefined): number | undefined;
export function millisecondsOf(timeSpan: string | undefined): number | undefined {
  if (timeSpan === undefined) return undefined;
  const unit = timeSpan.at(-1) as keyof typeof HOURS;
  return Number(timeSpan.slice(0, -1)) * HOURS[unit] * 3_600_000;
}

const HOURS = { h: 1, d: 24, w: 7 * 24, y: 365 * 24 };

/** What the history of runs records; a single word says of which rules, and of all calls. */
export function runsOf(runs: RunsShape = {}): RunsDefinition {
  const { tell = "met", sample = 1 } = typeof runs === "string" ? { tell: runs } : runs;
  return { tell, sample };
}

/** What the run history records of workflow rules. */
export interface RunsDefinition {
  /** Of those that met a row, of all that were tried on one, or of none. */
  readonly tell: "met" | "all" | "none";
  /** Of which part of the calls, above 0 and at most 1; what did not end as it should is recorded of all. */
  readonly sample: number;
}

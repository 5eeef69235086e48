import type { KeepShape } from "../text/definition-shape.ts";
import { millisecondsOf } from "./milliseconds-of.ts";

/** How long events and the history of runs are kept; dead letters, which operators may still have to look at, longer than others. */
export function keepOf({ events, deadLetters, runs }: KeepShape = {}): KeepDefinition {
  const delivered = millisecondsOf(events);
  return {
    events: delivered,
    deadLetters: millisecondsOf(deadLetters) ?? (delivered && TIMES_LONGER * delivered),
    runs: millisecondsOf(runs),
  };
}

const TIMES_LONGER = 3;

/** Milliseconds that what the store keeps beside rows is kept at least; undefined is for ever. */
export interface KeepDefinition {
  /** From when a delivered event was written. */
  readonly events: number | undefined;
  /** From when an event has failed for good or was given up. */
  readonly deadLetters: number | undefined;
  /** From when an entry of the history of runs was written. */
  readonly runs: number | undefined;
}

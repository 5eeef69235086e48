import type { Outcome } from "../../diagnostics/index.ts";
import type { AppDefinition } from "../../schema/index.ts";
import type { EngineOptions } from "../calls/engine-options.ts";
import { type BacktestOptions, beginReplay } from "./backtest.ts";
import type { BacktestReport } from "./replay.ts";

export interface ShadowOptions extends Pick<BacktestOptions, "copy" | "limit"> {
  /** Entries of the journal that may wait. Calls before them are counted as `overload` and not compared. Default 1,000. */
  readonly queue?: number;
}

/** A candidate beside a definition that serves. */
export interface Shadow {
  /**
   * Compares the calls that were made since the last time, with a `rest` after each of them, until `isOver`. One after the other, never
   * two at once. Rejects as the store does, and once its tables have another form.
   */
  advance(isOver?: () => boolean, rest?: () => Promise<unknown>): Promise<void>;
  /** What was found so far. */
  report(): BacktestReport;
  /** Closes the copies. */
  close(): Promise<void>;
}

/** Copies the rows as they are, and follows the journal from there: what a backtest does with old calls, with those to come. */
export function beginShadow(
  engine: EngineOptions,
  candidate: AppDefinition,
  { queue = 1_000, ...options }: ShadowOptions,
): Promise<Outcome<Shadow>> {
  return beginReplay(engine, candidate, { ...options, queue });
}

import type { Location } from "@tablewright/core";
import type { CoverageReport } from "./coverage/coverage.ts";

/** An expectation that does not hold, or rows that cannot be had, at its location in the test file. */
export interface Failure {
  readonly location: Location;
  readonly message: string;
  readonly expected?: string;
  readonly actual?: string;
}

export interface RuleTestResult {
  readonly file: string | undefined;
  readonly name: string;
  readonly location: Location;
  /** Empty where the test passes. */
  readonly failures: readonly Failure[];
  /** What a decision was asked about, of a test that fails. */
  readonly facts?: object;
  readonly milliseconds: number;
}

export interface RuleTestRun {
  readonly tests: readonly RuleTestResult[];
  readonly milliseconds: number;
  readonly coverage: CoverageReport | undefined;
}

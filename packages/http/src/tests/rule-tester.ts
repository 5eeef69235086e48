/** Runs the tests of a definition: `tablewright serve` hands in one that runs `tablewright test` beside itself. */
export interface RuleTester {
  /** What came of the last run since the server began; undefined before the first. */
  last(): object | undefined;
  /** Runs them all; those who ask while they run are answered with the same run. */
  run(): Promise<TestOutcome>;
}

/** The run as JSON has it, or a sentence that says why there is none. */
export type TestOutcome = { readonly run: object } | { readonly reason: string };

/** What came of the tests of a definition. */
export interface TestRun {
  /** When they were run, as ISO 8601 has it; missing where they were not since the server started. */
  readonly at?: string;
  readonly ok?: boolean;
  readonly tests: readonly TestResult[];
  /** How many of the cases of the definition the tests show, and which they do not. */
  readonly coverage?: {
    readonly cases: number;
    readonly covered: number;
    readonly points: readonly { readonly member: string; readonly missing: readonly string[] }[];
  };
}

export interface TestResult {
  readonly file?: string;
  readonly name: string;
  readonly milliseconds: number;
  /** Empty where the test passes. */
  readonly failures: readonly {
    readonly location: { readonly line?: number; readonly character?: number };
    readonly message: string;
    readonly expected?: string;
    readonly actual?: string;
  }[];
}

/** What `tablewright test` is asked for. */
export interface TestOptions {
  readonly filter?: string;
  readonly store?: string;
  /** `true` where it is only to be told. */
  readonly coverage?: number | true;
  readonly reporter: "list" | "json" | "junit";
}

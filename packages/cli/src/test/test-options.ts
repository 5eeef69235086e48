/** What `tablewright test` is asked for. */
export interface TestOptions {
  readonly filter?: string;
  readonly store?: string;
  /** `true` where it is only to be told. */
  readonly coverage?: number | true;
  /** Of rules: the file of facts that tests are written from. */
  readonly facts?: string;
  /** How many runs of random calls each law is tried on; `true` for the usual number. Of rules: that tests are written. */
  readonly generate?: number | true;
  readonly seed?: number;
  /** The module with the code of functions. */
  readonly functions?: string;
  readonly reporter: "list" | "json" | "junit";
}

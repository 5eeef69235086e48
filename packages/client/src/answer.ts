import type { Mistake } from "./problem-error.ts";

/** The answer to a call that was carried out. */
export interface Answer<Row> {
  /** As they now are; those of a Delete as they were. */
  readonly rows: Row[];
  /** What was done otherwise than was asked, such as cells that were ignored. */
  readonly warnings: readonly Mistake[];
  /** Of a Find with a `Limit` that left rows: what the next Find gives as `After`. */
  readonly after: string | undefined;
  /** Of a Find with `Count`: the number of all rows that match. */
  readonly count: number | undefined;
  /** Of a change that was recorded: its id in the history, by which it can be undone. */
  readonly call: string | undefined;
}

import type { Meter } from "../expression/runtime/meter.ts";
import type { Steps } from "../expression/runtime/steps.ts";
import type { Family, Value } from "../values/index.ts";
import type { Key, Row } from "./row.ts";

/** The rows of one table, in stored order. */
export interface InMemoryRows {
  readonly rows: readonly Row[];
  /** Keys compare exactly. */
  rowOf(key: Key): Row | undefined;
  /** The rows whose column, by its position, equals the value by the language's equality. */
  matching(column: number, family: Family, value: Value): readonly Row[];
  /**
   * Puts the numbers that `matching` rows have in the column `read` into `numbers`, in the same order, NaN for blanks, and
   * answers how many. Undefined where there is no room for all, and where the rows have to be looked at for them.
   */
  matchingNumbers?(
    read: number,
    column: number,
    family: Family,
    value: Value,
    numbers: Float64Array,
  ): number | undefined;
  /** Whether `matching` answers for the column in a moment; otherwise its first answer takes a look at many rows. */
  isIndexed(column: number, family: Family): boolean;
  /** Takes that look, with pauses. */
  index(column: number, family: Family, meter: Meter): Steps<void>;
}

import type { Meter } from "../expression/runtime/meter.ts";
import type { MatchingRows } from "../expression/runtime/request-context.ts";
import type { Steps } from "../expression/runtime/task.ts";
import type { Family } from "../values/index.ts";
import type { Key, Row } from "./row.ts";

/** The rows of one table, in stored order. */
export interface InMemoryRows extends MatchingRows {
  readonly rows: readonly Row[];
  /** Keys compare exactly. */
  rowOf(key: Key): Row | undefined;
  /** Whether `matching` answers for the column in a moment; otherwise its first answer takes a look at many rows. */
  isIndexed(column: number, family: Family): boolean;
  /** Takes that look, with pauses. */
  index(column: number, family: Family, meter: Meter): Steps<void>;
}

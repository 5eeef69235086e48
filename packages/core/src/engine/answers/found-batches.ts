import type { VirtualColumnDefinition } from "../../schema/index.ts";
import type { RowBatches, RowGroup } from "../../storage/index.ts";

/** Rows on their way into an answer. */
export interface FoundBatches extends RowBatches {
  /** Virtual columns whose cells come after the numbers of the rows; known when the first batch has come. */
  readonly computed?: readonly VirtualColumnDefinition[];
  /** The groups of the rows where the store has made them; known when the rows were read, which are none then. */
  readonly groups?: AsyncIterable<readonly RowGroup[]> | undefined;
}

import type { Family, Value } from "../values/index.ts";
import type { Key, Row } from "./row.ts";

/** The rows of one table, in stored order. */
export interface InMemoryRows {
  readonly rows: readonly Row[];
  /** Keys compare exactly. */
  rowOf(key: Key): Row | undefined;
  /** The rows whose column, by its position, equals the value by the language's equality. */
  matching(column: number, family: Family, value: Value): readonly Row[];
}

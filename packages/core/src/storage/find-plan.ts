import type { CheckedExpression, Family, RequestContext, Value } from "../expression/index.ts";
import type { Row } from "./row.ts";

/** What the engine wants read from one table. */
export interface FindPlan {
  readonly table: string;
  /** Parts of one condition; a row is wanted when all of them are TRUE. Each is bound to this table's row. */
  readonly conditions: readonly CheckedExpression[];
  readonly order: readonly SortKey[];
  /** Rows that are certainly not among these are not wanted either; a store without an index for it may pay no heed. */
  readonly among?: Among;
  /** At most so many rows (0 is none), counted after all conditions and in the order asked for. */
  readonly limit?: number;
  /** The request's instant, user and meter, for conditions that read them. */
  readonly context: RequestContext;
}

/** The rows whose column equals one of the values by the language's equality. */
export interface Among {
  /** Position within a row. */
  readonly column: number;
  readonly family: Family;
  readonly values: readonly Value[];
}

export interface SortKey {
  readonly expression: CheckedExpression;
  readonly descending: boolean;
}

/**
 * The rows found and what the store left undone. A store applies a condition only where it keeps exactly the rows
 * the evaluator would keep; it may order only when it kept nothing back, and limit only when it also ordered.
 */
export interface Found {
  readonly rows: readonly Row[];
  /** Positions, within the plan's conditions, of those the engine must still apply. */
  readonly kept: readonly number[];
  readonly ordered: boolean;
  readonly limited: boolean;
}

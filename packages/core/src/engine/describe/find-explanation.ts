/** How a Find would be carried out: pure data. Reasons are clauses that begin after "because". */
export interface FindExplanation {
  readonly table: string;
  readonly slice?: string;
  /** `plan`: by conditions, order and limit. `keys`: by the keys of the request's rows. `evaluated`: by the keys in the Selector's value. */
  readonly shape: "plan" | "keys" | "evaluated";
  /** Why the Selector is no plan. */
  readonly reason?: string;
  readonly conditions: readonly ExplainedCondition[];
  readonly order: readonly ExplainedOrder[];
  /** Whether the store orders and cuts off; else the engine does. */
  readonly isOrderPushed: boolean;
  readonly isLimitPushed: boolean;
  readonly limit?: number;
  /** The virtual columns that read other rows for one value; the others are always the engine's. */
  readonly computed?: readonly ExplainedColumn[];
  /** Whether the store groups the rows of a summary; else the engine does, of the rows that the store finds. */
  readonly groups?: ExplainedFold;
  /** The same of the number of all rows, where it is asked for. */
  readonly count?: ExplainedFold;
  readonly store: ExplainedStore;
  /** How many rows the store expects to look at. */
  readonly estimatedRows?: number;
}

export interface ExplainedCondition {
  /** On one line, in its plainest form. */
  readonly text: string;
  /** Whether the store applies it; else the engine does, row by row. */
  readonly pushed: boolean;
  readonly reason?: string;
}

export interface ExplainedColumn {
  readonly column: string;
  /** Whether the store computes its cells; else the engine does, for many rows together. */
  readonly pushed: boolean;
}

export interface ExplainedOrder {
  readonly text: string;
  readonly descending: boolean;
}

export interface ExplainedFold {
  readonly pushed: boolean;
  readonly reason?: string;
}

export interface ExplainedStore {
  readonly name: string;
  /** What its database lacks and what is done instead, such as `no cursors (…), so many rows of a Find come at once`. */
  readonly lacks?: readonly string[];
  readonly sql?: string;
  /** What is bound to the holes of the statement. */
  readonly values?: readonly (string | number | null)[];
  readonly indexes?: readonly string[];
}

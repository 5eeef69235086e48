import type { CheckedExpression, RequestContext } from "../expression/parts.ts";
import type { Family, Value } from "../values/index.ts";
import type { RowBatches } from "./row.ts";

/** What the engine wants read from one table. */
export interface FindPlan {
  readonly table: string;
  /**
   * The security filter of the table. Nothing else of the plan is evaluated on a row that it hides: a store that cannot
   * apply it first answers the rows with nothing done, and says so. Evaluated in `rowSecurity.filtering`.
   */
  readonly rowFilter?: CheckedExpression;
  /** Parts of one condition; a row is wanted when all of them are TRUE. Each is bound to this table's row. */
  readonly conditions: readonly CheckedExpression[];
  readonly order: readonly SortKey[];
  /** Rows that are certainly not among these are not wanted either; a store without an index for it may ignore it. */
  readonly inList?: InList;
  /** At most so many rows (0 is none), counted after all conditions and in the order asked for. */
  readonly limit?: number;
  /**
   * Values of a row that are wanted besides it, such as those of virtual columns. A store may compute them for the rows it
   * hands out when nothing else is left to be done; what it does not compute, the engine does.
   */
  readonly computed?: readonly CheckedExpression[];
  /** Groups that are wanted in place of the rows; a plan with them has no order and no limit. A store may ignore it. */
  readonly grouping?: Grouping;
  /** The request's instant, user and meter, for conditions that read them. */
  readonly context: RequestContext;
  /** How conditions and order see other tables; all of their rows where it is missing. */
  readonly rowSecurity?: RowSecurity;
}

/**
 * What a caller may see of the tables that a plan reads. A store that cannot look through it leaves what reads them. A
 * condition of the plan on another table is evaluated on the rows that table's filter lets through, and on no other.
 */
export interface RowSecurity {
  /** The security filter through which a table is seen; in it all rows of every table are. */
  filterOf(table: string): CheckedExpression | undefined;
  /** What security filters are evaluated in: they have a budget of their own, so that hidden rows cost the caller nothing. */
  readonly filtering: RequestContext;
}

/** The rows whose column equals one of the values by the language's equality. */
export interface InList {
  /** Position within a row. */
  readonly column: number;
  readonly family: Family;
  readonly values: readonly Value[];
}

/** What rows are ordered by. Rows with equal values keep the order of the keys after it, then the stored order. */
export interface SortKey {
  readonly expression: CheckedExpression;
  readonly descending: boolean;
}

/**
 * The rows found and what the store left undone. A store applies a condition only where it keeps exactly the rows
 * the evaluator would keep; it may order only when no condition is left, and limit only when it also ordered.
 */
export interface Found {
  /**
   * To be read once, within the transaction and before it writes. Many rows of a database come a part at a time, so that
   * who looks at one after the other holds few of them.
   */
  readonly batches: RowBatches;
  /** Whether the plan's `rowFilter` was applied; where it was not, nothing of the plan was. */
  readonly filtered?: boolean;
  /** Those of the plan's conditions that the engine must still apply. */
  readonly residual: readonly CheckedExpression[];
  readonly ordered: boolean;
  readonly limited: boolean;
  /** Those of the plan's `computed` whose values come after the number of each row, in this order. */
  readonly computed?: readonly CheckedExpression[];
  /**
   * The groups of the plan's `grouping`, each exactly what the engine would make of the rows; then there are no rows. A store
   * groups only when no condition is left.
   */
  readonly groups?: AsyncIterable<readonly RowGroup[]>;
}

/** How a store would carry out a plan, in words for people who look after it. Nothing is read for it. */
export interface PlanExplanation {
  /** Whether the store would apply the plan's `rowFilter`. */
  readonly filtered?: boolean;
  /** The conditions the engine would still have to apply, and why. */
  readonly residual: readonly ResidualCondition[];
  readonly ordered: boolean;
  readonly limited: boolean;
  /** Those of the plan's `computed` that it would compute. */
  readonly computed?: readonly CheckedExpression[];
  /** Whether it would make the groups of the plan's `grouping`. */
  readonly grouped?: boolean;
  /** Why it would not, a clause that begins after "because"; a store may have nothing to say. */
  readonly ungrouped?: string | undefined;
  /** The statement, with parameters for values. */
  readonly sql?: string;
  /** What is bound to the parameters, in their order. */
  readonly values?: readonly (string | number | null)[];
  /** The indexes it would look rows up in, such as `Customer`. */
  readonly indexes?: readonly string[];
  /** How many rows it expects to look at. */
  readonly estimatedRows?: number;
}

/** A condition that the store left to the evaluator. */
export interface ResidualCondition {
  readonly condition: CheckedExpression;
  /** A clause that begins after "because": `it reads other tables`. */
  readonly reason: string;
}

/** Groups of rows that are wanted in place of the rows. */
export interface Grouping {
  /** Positions within a row: rows with equal values in all of these columns make a group. */
  readonly by: readonly number[];
  readonly folds: readonly Fold[];
}

/** What is wanted of the values of a column in each group; blanks do not count. */
export interface Fold {
  readonly name: FoldName;
  /** Position within a row. */
  readonly column: number;
}

/** What is computed of the values of a column over the rows of a group; COUNT counts those that are not blank. */
export type FoldName = "SUM" | "COUNT" | "MIN" | "MAX";

/**
 * Some of the rows that make a group. A store may give a group in pieces, and values that are equal and differ, such as "a" and
 * "A", apart from each other: the engine adds them up.
 */
export interface RowGroup {
  /** The values of its rows in the columns of `by`. */
  readonly by: readonly Value[];
  readonly rows: number;
  /**
   * One for each fold, exactly: of SUM the decimal as text such as `-12.50`, of others the value. Null for SUM, MIN and MAX of no
   * value.
   */
  readonly folded: readonly (string | number | null)[];
}

import type { CheckedExpression } from "../../expression/parts.ts";
import type { VirtualColumnDefinition } from "../../schema/index.ts";
import type { FindPlan, SortKey } from "../../storage/index.ts";

/** How a Find without keys is answered. */
export type FindStrategy = PlannedFind | EvaluatedFind;

/** Rows by conditions, order and limit: no list of keys is built, and the store may do all of it. */
export interface PlannedFind {
  readonly shape: "plan";
  /** All must be TRUE; tried in this order, no further than the first that is not. */
  readonly conditions: readonly CheckedExpression[];
  readonly order: readonly SortKey[];
  readonly limit: number | undefined;
  /**
   * What is pushed down: the conditions before the first that may fail on some row, and order and limit when that
   * is all. What comes behind a condition that may fail would otherwise decide on which rows it is tried.
   */
  readonly pushed: FindPlan;
  /** The order of parts where the Find is read in parts; without a TOP it is `order`. */
  readonly pageOrder: readonly SortKey[] | undefined;
  /** How many of the first conditions are about where the part begins. */
  readonly seeks: number;
  /** The virtual columns whose computation is pushed down: those that read other rows for one value. */
  readonly computed: readonly VirtualColumnDefinition[];
  /**
   * The filter of the call's slice is among the conditions; behind a limit, and where it is observed, it is tried on the rows
   * that are left.
   */
  readonly isSliceApplied: boolean;
  /** Why the groups of a summary are not pushed down, a clause that begins after "because". */
  readonly ungrouped?: string | undefined;
}

/** A Selector whose value is a list of keys, by which the rows are read. */
interface EvaluatedFind {
  readonly shape: "evaluated";
  readonly selector: CheckedExpression;
  /** A clause that begins after "because". */
  readonly reason: string;
}

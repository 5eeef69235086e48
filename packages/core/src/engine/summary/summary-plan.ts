import type { ColumnDefinition } from "../../schema/index.ts";
import type { SummaryFunction } from "./summary-functions.ts";

/** A summary whose columns and functions are known and go together. */
export interface SummaryPlan {
  readonly by: readonly ColumnDefinition[];
  readonly values: readonly PlannedValue[];
  /** Every column that is read, once. */
  readonly columns: readonly ColumnDefinition[];
  readonly mostGroups: number;
}

/** One computed member of an answered row. */
export type PlannedValue =
  | { readonly name: string; readonly fold: undefined; readonly column: undefined }
  | { readonly name: string; readonly fold: SummaryFunction; readonly column: ColumnDefinition };

/** Rules as `GET …/rules` answers them. */

/** What reads and changes what in an application. */
export interface Rules {
  /** In the definition's order, as are the formulas. */
  readonly rules: readonly WorkflowRule[];
  /** The columns that are computed or checked by rows of other tables. */
  readonly formulas: readonly {
    readonly table: string;
    readonly column: string;
    readonly reads: readonly string[];
  }[];
}

/** What changes run a workflow rule, which tables its condition reads, and what it does. */
export interface WorkflowRule {
  readonly rule: string;
  readonly table: string;
  /** The slice of the table that it watches instead of all rows. */
  readonly slice?: string;
  /** Empty where a schedule says when it runs. */
  readonly on: readonly ("add" | "edit" | "delete")[];
  readonly reads: readonly string[];
  readonly steps: readonly RuleStep[];
}

/** An action with the tables that it reads and those whose rows it changes, or a message to another program or a person. */
export type RuleStep =
  | {
      readonly kind: "action";
      readonly action: string;
      readonly reads: readonly string[];
      readonly writes: readonly string[];
    }
  | { readonly kind: "webhook" | "email" };

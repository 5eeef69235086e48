import type { RowChange } from "../calls/row-change.ts";

/** A change that a rule is about, and whether it meets the rule's conditions. */
export interface RuleMatch {
  readonly change: RowChange;
  readonly isMet: boolean;
  /** The part of a condition that was not TRUE, where the run history tells of it. */
  readonly reason?: string;
}

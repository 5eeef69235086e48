import type { RuleDefinition, TableDefinition, UpdateMode } from "../../schema/index.ts";
import type { Row } from "../../storage/index.ts";

/** A row that was written: as it was, undefined for a new one, and as it is, undefined for a deleted one. */
export interface RowChange {
  readonly table: TableDefinition;
  readonly before: Row | undefined;
  readonly after: Row | undefined;
  /** The row of the request that led to it. */
  readonly position: number;
}

/** The row that a rule reads: as it is after the change, or, of a deleted row, as it was. */
export function imageOf({ before, after }: RowChange): Row {
  const image = after ?? before;
  if (image === undefined) throw new Error("A change has neither a row before it nor one after it.");
  return image;
}

export function changeKindOf({ before, after }: RowChange): UpdateMode {
  if (after === undefined) return "delete";
  return before === undefined ? "add" : "edit";
}

/** What sets off a rule, as its templates and the history of runs say it. */
export function causeOf({ schedule }: RuleDefinition, change: RowChange): UpdateMode | "schedule" {
  return schedule === undefined ? changeKindOf(change) : "schedule";
}

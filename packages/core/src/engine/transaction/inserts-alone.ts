import type { PreparedCall } from "../calls/prepare/prepared-call.ts";
import { type AwaitedChange, isLoneChange } from "./is-lone-change.ts";

/** Whether an Add asks nothing of the store but to insert its rows, and its answer is the rows as they were written. */
export function insertsAlone(prepared: AwaitedChange & Pick<PreparedCall, "updatesDuplicates">): boolean {
  return !prepared.updatesDuplicates && isLoneChange(prepared, "add");
}

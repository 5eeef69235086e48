import type { ActionDefinition } from "../../schema/index.ts";
import { type AwaitedChange, isLoneChange } from "./is-lone-change.ts";

/**
 * Whether an Edit, or an action, asks nothing of the store but to read its rows by their keys and to update them, and its
 * answer is the rows as they were written.
 */
export function updatesAlone(prepared: AwaitedChange, action?: ActionDefinition): boolean {
  const { table, slice } = prepared;
  const expressions = [table.securityFilter, slice?.filter, action?.condition];
  if (action === undefined) return isLoneChange(prepared, "edit", expressions);
  const { effect } = action;
  if (effect.kind !== "set" || action.table !== table) return false;
  return isLoneChange(prepared, "edit", [...expressions, ...effect.set.map(({ value }) => value)]);
}

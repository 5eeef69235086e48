import type { Row } from "../../storage/index.ts";
import type { NetChange } from "./net-changes.ts";

/**
 * The row as it was before a call; of one that is still there, with what it has come to be in the columns that the call did not
 * change. What is computed is computed again.
 */
export function restoredRow({ table, before, columns }: NetChange, now: Row | undefined): Row {
  if (before === undefined) throw new Error("There was no row before the call.");
  if (now === undefined) return before;
  const values = [...now];
  for (const { name, index, formula, columnType } of table.storedColumns) {
    const isOwn = formula === undefined && columnType.isWritable;
    if (isOwn && columns.has(name)) values[index] = before[index] ?? null;
  }
  return values;
}

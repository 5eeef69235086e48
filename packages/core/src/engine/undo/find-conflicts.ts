import { type Diagnostic, DiagnosticList, diagnose } from "../../diagnostics/index.ts";
import type { TableDefinition } from "../../schema/index.ts";
import type { Row } from "../../storage/index.ts";
import { mayFind } from "../access/nameable.ts";
import type { Call } from "../calls/call.ts";
import type { CallTransaction } from "../calls/change-log.ts";
import { visibleChanges } from "../journal/reading/visible-changes.ts";
import { changedColumns, recordedColumns } from "../journal/row-image.ts";
import { shownKey } from "../keys/key-from.ts";
import type { LaterChange, LaterChanges, NetChange } from "./read-call.ts";

/** The rows of changes as they now are; "hidden" where the caller does not see one that is there. */
export async function presentRows(
  transaction: CallTransaction,
  changes: readonly NetChange[],
): Promise<ReadonlyMap<NetChange, Row> | "hidden"> {
  const rows = new Map<NetChange, Row>();
  for (const [table, own] of Map.groupBy(changes, (change) => change.table)) {
    const keys = own.map(({ key }) => key);
    const present = await transaction.unfiltered.getByKeys(table.name, keys);
    const visible = await transaction.getByKeys(table.name, keys);
    for (const [at, change] of own.entries()) {
      const row = present[at];
      if (row === undefined) continue;
      if (visible[at] === undefined && change.after !== undefined) return "hidden";
      rows.set(change, row);
    }
  }
  return rows;
}

/** An error for each row that is not as the call left it. */
export async function findConflicts(
  call: Call,
  transaction: CallTransaction,
  changes: readonly NetChange[],
  rows: ReadonlyMap<NetChange, Row>,
  later: LaterChanges,
): Promise<readonly Diagnostic[]> {
  const conflicts = new DiagnosticList();
  for (const [at, change] of changes.entries()) {
    const since = later.get(change.table.name)?.get(change.name) ?? [];
    if (isAsLeft(change, rows.get(change)) && since.every((one) => one.change.concealed.length === 0))
      continue;
    conflicts.add(await conflictOf(call, transaction, change, since, at));
  }
  return conflicts.all;
}

/** That a row is not as the call left it, and by which calls as far as the caller may know: who may not find rows reads no history. */
export async function conflictOf(
  call: Call,
  { unfiltered }: CallTransaction,
  { table, name }: { readonly table: TableDefinition; readonly name: string },
  since: readonly LaterChange[],
  at: number,
): Promise<Diagnostic> {
  const told = mayFind(call.caller) ? since : [];
  const seen = await visibleChanges(
    call,
    unfiltered,
    table,
    told.map(({ change }) => change),
  );
  const calls = [...new Set(told.flatMap((one, index) => (seen[index] === undefined ? [] : [one.call])))];
  const key = shownKey(table, name);
  return diagnose("history/undo-conflict", { table: table.name, key, calls }, { row: at + 1, key });
}

/** Whether the row has the values that the call left it with, whatever it had between; what is computed does not count. */
function isAsLeft({ table, after }: NetChange, row: Row | undefined): boolean {
  if (after === undefined || row === undefined) return after === row;
  const own = recordedColumns(table).filter(
    ({ formula, columnType }) => formula === undefined && columnType.isWritable,
  );
  return changedColumns(own, after, row).length === 0;
}

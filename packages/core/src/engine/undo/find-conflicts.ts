import { type Diagnostic, DiagnosticList, diagnose } from "../../diagnostics/index.ts";
import type { TableDefinition } from "../../schema/index.ts";
import type { Row } from "../../storage/index.ts";
import type { Call } from "../calls/call.ts";
import { visibleChanges } from "../journal/reading/visible-changes.ts";
import { changedColumns, recordedColumns } from "../journal/row-image.ts";
import { shownKey } from "../keys/key-from.ts";
import type { CallTransaction } from "../transaction/in-transaction.ts";
import type { LaterChange, LaterChanges } from "./later-changes.ts";
import type { NetChange } from "./net-changes.ts";

/** The rows of changes as they now are, in their order; errors for those that are not as the call left them, or "hidden" where one is. */
export async function findConflicts(
  call: Call,
  transaction: CallTransaction,
  changes: readonly NetChange[],
  later: LaterChanges,
): Promise<
  { readonly rows: ReadonlyMap<NetChange, Row>; readonly conflicts: readonly Diagnostic[] } | "hidden"
> {
  const rows = new Map<NetChange, Row>();
  const conflicts = new DiagnosticList();
  for (const [table, own] of Map.groupBy(changes, (change) => change.table)) {
    const keys = own.map(({ key }) => key);
    const present = await transaction.unfiltered.getByKeys(table.name, keys);
    const visible = await transaction.getByKeys(table.name, keys);
    for (const [at, change] of own.entries()) {
      const row = present[at];
      if (row !== undefined && visible[at] === undefined && change.after !== undefined) return "hidden";
      if (row !== undefined) rows.set(change, row);
      const since = later.get(table.name)?.get(change.name) ?? [];
      if (isAsLeft(change, row) && since.every((one) => one.change.concealed.length === 0)) continue;
      conflicts.add(await conflictOf(call, transaction, change, since, changes.indexOf(change)));
    }
  }
  return { rows, conflicts: conflicts.all };
}

/** That a row is not as the call left it, and by which calls as far as the caller may know. */
export async function conflictOf(
  call: Call,
  { unfiltered }: CallTransaction,
  { table, name }: { readonly table: TableDefinition; readonly name: string },
  since: readonly LaterChange[],
  at: number,
): Promise<Diagnostic> {
  const seen = await visibleChanges(
    call,
    unfiltered,
    table,
    since.map(({ change }) => change),
  );
  const calls = [...new Set(since.flatMap((one, index) => (seen[index] === undefined ? [] : [one.call])))];
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

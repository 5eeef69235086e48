import type { ActionEffect } from "../../schema/index.ts";
import type { Value } from "../../values/index.ts";
import { batchLoad } from "../batch-loading/batch-load.ts";
import type { Call } from "../calls/call.ts";
import { onTable } from "../calls/on-table.ts";
import { keyFrom } from "../keys/key-from.ts";
import type { StoredRow } from "../stages/rows.ts";
import { saveDrafts } from "../stages/save-drafts.ts";
import { startRows } from "../stages/start-rows.ts";
import type { CallTransaction } from "../transaction/in-transaction.ts";
import type { Acted } from "./apply-action.ts";
import { type AssignedRow, computeAssignments } from "./compute-assignments.ts";
import { refuseAction } from "./refuse-action.ts";

type AddRow = Extract<ActionEffect, { kind: "addRow" }> & { readonly name: string };

/** Adds to a table one row for each acting row, with values computed on that one. The acting rows stay as they are. */
export async function addRow(
  call: Call,
  transaction: CallTransaction,
  { name, table, set }: AddRow,
  rows: readonly StoredRow[],
): Promise<Acted> {
  const target = onTable(call, table);
  const assigned = await batchLoad(call, transaction, () => computeAssignments(call, set, rows));
  const drafts = await batchLoad(target, transaction, () =>
    startRows(target, {
      rows: assigned.rows.map((row) => asRead(target, row)),
      diagnostics: assigned.diagnostics,
    }),
  );
  const { output, diagnostics } = await saveDrafts(target, transaction, drafts);
  return output === undefined
    ? { output, diagnostics: refuseAction(call, name, table, diagnostics), warnings: [] }
    : { output: rows, diagnostics: [], warnings: [] };
}

/** The computed values as if a request had brought them. */
function asRead({ table }: Call, { position, cells: assigned }: AssignedRow) {
  const cells: (Value | undefined)[] = table.storedColumns.map(() => undefined);
  for (const [index, value] of assigned) cells[index] = value;
  return { position, cells, key: keyFrom(table, cells), unread: new Set<number>() };
}

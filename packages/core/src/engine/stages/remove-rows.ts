import type { TableDefinition } from "../../schema/index.ts";
import type { Row } from "../../storage/index.ts";
import type { Call } from "../call.ts";
import type { RowChange } from "../change-log.ts";
import type { CallTransaction } from "../in-transaction.ts";
import { findParts, type PartRows } from "./find-parts.ts";
import { forgetGathered } from "./forget-gathered.ts";
import { keyOfRow } from "./key-from.ts";
import type { StoredRow } from "./rows.ts";
import { deleteRows } from "./write-changes.ts";

/** Deletes rows of the call's table, their parts before them, unasked and whether the caller can see them or not. */
export async function removeRows(
  call: Call,
  transaction: CallTransaction,
  rows: readonly StoredRow[],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const wholes = rows.map(({ row }) => row);
  const parts = await findParts(call, transaction.unfiltered, wholes);
  const changes = rows.map(({ row, position }) => removal(call.table, row, position, false));
  for (const part of parts) changes.unshift(...(await removalsOf(transaction, part, first.position)));
  for (const { table, rows: partRows } of parts.toReversed()) await deleteRows(table, transaction, partRows);
  await deleteRows(call.table, transaction, wholes);
  for (const change of changes) transaction.changes.note(change);
  forgetGathered(call);
}

/** Parts that the caller cannot see are told apart before anything is deleted that a security filter may read. */
async function removalsOf(
  transaction: CallTransaction,
  { table, rows }: PartRows,
  position: number,
): Promise<readonly RowChange[]> {
  if (!transaction.changes.isHeard) return [];
  const keys = rows.map((row) => keyOfRow(table, row));
  const seen = table.securityFilter === undefined ? rows : await transaction.getByKeys(table.name, keys);
  return rows.map((row, index) => removal(table, row, position, seen[index] === undefined));
}

function removal(table: TableDefinition, row: Row, position: number, isHidden: boolean): RowChange {
  return { table, before: row, after: undefined, position, isHidden };
}

import type { RowReader } from "../../storage/index.ts";
import type { Call } from "../calls/call.ts";
import { JOURNAL, journalTable } from "../engine-tables/journal-table.ts";
import { callsAfter, firstNumberOf, type RecordedCall } from "../journal/calls-after.ts";
import { readBounds } from "../journal/journal-bounds.ts";
import { visibleChanges } from "../journal/reading/visible-changes.ts";
import type { CallTransaction } from "../transaction/in-transaction.ts";
import { type NetChange, netChanges } from "./net-changes.ts";

/** A call that the caller may see all of. */
export interface ReadCall {
  readonly changes: readonly NetChange[];
  /** Of its last entry. */
  readonly number: number;
}

/** What a call has changed; undefined where something of it is not kept any more, or is hidden from the caller. */
export async function readCall(
  call: Call,
  { unfiltered: stored }: CallTransaction,
  id: string,
): Promise<ReadCall | undefined> {
  const recorded = await readRecorded(call, stored, id);
  if (recorded === undefined) return undefined;
  const trimmed = Object.values(await readBounds(stored)).map((bounds) => bounds.trimmed);
  if (trimmed.some((number) => number >= firstNumberOf(recorded))) return undefined;
  const changes = netChanges(call.app, recorded);
  if (changes === undefined || !(await seesAll(call, stored, changes))) return undefined;
  return { changes, number: recorded.at(-1)?.number ?? 0 };
}

async function readRecorded(call: Call, stored: RowReader, id: string): Promise<RecordedCall | undefined> {
  const [row] = await stored.getByKeys(journalTable.name, [[id, 1]]);
  if (row === undefined) return undefined;
  for await (const recorded of callsAfter(stored, call.request, Number(row[JOURNAL.number]) - 1))
    return recorded;
  return undefined;
}

/** Whether the caller may name the tables, and saw each row before and after each change. */
async function seesAll(call: Call, stored: RowReader, changes: readonly NetChange[]): Promise<boolean> {
  for (const [table, own] of Map.groupBy(changes, (change) => change.table)) {
    if (!(call.nameable?.table(table.name) ?? true)) return false;
    const all = own.flatMap((change) => change.changes);
    const seen = await visibleChanges({ ...call, slice: undefined }, stored, table, all);
    if (!seen.every((one, at) => one?.operation === all[at]?.operation)) return false;
  }
  return true;
}

import { diagnose, type Outcome } from "../../diagnostics/index.ts";
import type { RowReader } from "../../storage/index.ts";
import type { Call } from "../calls/call.ts";
import type { JournalChange } from "../engine-tables/journal-table.ts";
import { callsAfter } from "../journal/calls-after.ts";

/** A change of a row by a later call. */
export interface LaterChange {
  readonly call: string;
  readonly change: JournalChange;
}

/** What was changed after an entry, by the names of tables and the keys of rows. */
export type LaterChanges = ReadonlyMap<string, ReadonlyMap<string, readonly LaterChange[]>>;

/** Reads all changes after an entry of the journal. */
export async function laterChanges(
  { request, mostPastChanges: limit }: Call,
  stored: RowReader,
  number: number,
): Promise<Outcome<LaterChanges>> {
  const later = new Map<string, Map<string, LaterChange[]>>();
  let count = 0;
  for await (const recorded of callsAfter(stored, request, number)) {
    for (const { table, call, changes } of recorded) {
      const rows = later.get(table) ?? new Map<string, LaterChange[]>();
      later.set(table, rows);
      for (const change of changes) {
        count += 1;
        if (count > limit) return { output: undefined, diagnostics: [diagnose("limit/undo", { limit })] };
        const row = rows.get(change.key);
        if (row === undefined) rows.set(change.key, [{ call, change }]);
        else row.push({ call, change });
      }
    }
    if (request.meter.timeSlice.isOver) await request.meter.pause();
  }
  return { output: later, diagnostics: [] };
}

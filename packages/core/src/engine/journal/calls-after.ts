import type { RequestContext } from "../../expression/parts.ts";
import type { RowReader } from "../../storage/index.ts";
import { entryOfRow, JOURNAL, type StoredEntry } from "../engine-tables/journal-table.ts";
import { isBoundsRow } from "./journal-bounds.ts";
import { journalRowsAfter } from "./read-entries.ts";

/** What one call wrote into the journal, in its order; never empty. */
export type RecordedCall = readonly StoredEntry[];

/** The number of the first entry that the call wrote, also when that is not kept any more. */
export function firstNumberOf([first]: RecordedCall): number {
  if (first === undefined) throw new Error("A call has no entry.");
  return first.number - first.entry + 1;
}

/** The calls whose entries have numbers above one, in the order of their commits, read a part of the journal at a time. */
export async function* callsAfter(
  reader: RowReader,
  context: RequestContext,
  number: number,
): AsyncGenerator<RecordedCall> {
  let open: StoredEntry[] = [];
  for (let passed = number; ; ) {
    const rows = await journalRowsAfter(reader, context, passed, PART);
    for (const row of rows) {
      passed = Number(row[JOURNAL.number]);
      if (isBoundsRow(row)) continue;
      const entry = entryOfRow(row, context);
      if (open.length > 0 && open[0]?.call !== entry.call) {
        yield open;
        open = [];
      }
      open.push(entry);
    }
    if (rows.length < PART) break;
  }
  if (open.length > 0) yield open;
}

/** Rows of the journal that are read at once. */
const PART = 256;

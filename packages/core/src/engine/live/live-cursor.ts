import type { RowReader } from "../../storage/index.ts";
import type { Call } from "../calls/call.ts";
import { type CursorForm, cursorForm } from "../engine-tables/change-cursor.ts";
import type { JournalChange } from "../engine-tables/journal-table.ts";
import { callsAfter, readBounds, secretOf } from "../journal/read-entries.ts";
import { concealedColumns, rowOfImage } from "../journal/row-image.ts";
import { keyOfRow, writeKey } from "../keys/key-from.ts";
import { seesAllChanges } from "../visibility/filtered-plan.ts";
import { type ChangedRows, type LiveGroup, onlyRows } from "./live-group.ts";

/**
 * The cursors of a live Selector: a place in the journal, as the caller reads those of the feed, and a fingerprint of what the rows
 * are of. With another Selector, caller or definition the rows at the same place are others.
 */
export interface LiveCursors {
  /** In the form for the caller of a call, whose role may have changed since. */
  write(place: number, call: Call): string;
  /** Undefined for a text that is none of these. */
  read(text: string): number | undefined;
}

export async function liveCursors(
  call: Call,
  stored: RowReader,
  { fingerprint, random }: { readonly fingerprint: string; readonly random: () => number },
): Promise<LiveCursors> {
  const secret = secretOf(await readBounds(stored));
  const formFor = (one: Call): CursorForm => cursorForm(seesAllChanges(one), secret);
  return {
    write: (place, one) =>
      `${formFor(one).writePlace({ passed: place, position: 0 }, random)}.${fingerprint}`,
    read(text) {
      const [place = "", own] = text.split(".");
      return own === fingerprint ? formFor(call).read(place).output?.passed : undefined;
    },
  };
}

/**
 * The rows that have changed between an earlier place and the place of the group, as a reader has them who took the state at that place.
 * Undefined where the journal does not have them.
 */
export async function knownAt(
  group: LiveGroup,
  stored: RowReader,
  place: number,
): Promise<ChangedRows | undefined> {
  const {
    target: { table },
    reads: { tables, isByRow, isTimed },
    place: end,
  } = group;
  if (isTimed || place > end) return undefined;
  const call = group.begin();
  // Otherwise the caller would learn whether hidden rows, which decide here, have changed.
  if ((tables.size > 0 || !isByRow) && !seesAllChanges(call)) return undefined;
  const bounds = await readBounds(stored);
  for (const name of [table.name, ...tables]) if ((bounds[name]?.trimmed ?? 0) > place) return undefined;
  const first = new Map<string, JournalChange>();
  for await (const entries of callsAfter(stored, call.read.context, place)) {
    for (const entry of entries) {
      if (entry.number <= place) continue;
      if (tables.has(entry.table)) return undefined; // also after the end: rows as they were are completed by those of now
      if (entry.table !== table.name || entry.number > end) continue;
      if (!isByRow) return undefined;
      for (const change of entry.changes) if (!first.has(change.key)) first.set(change.key, change);
    }
    if (first.size > call.limits.pastChanges) return undefined;
  }
  if (first.size === 0) return new Map();
  if (concealedColumns(table).length > 0) return undefined;
  return rowsBefore(group, stored, [...first.values()]);
}

/** The rows of changes as they were before, as far as the Find answered them. */
async function rowsBefore(
  group: LiveGroup,
  stored: RowReader,
  changes: readonly JournalChange[],
): Promise<ChangedRows | undefined> {
  const { table } = group.target;
  const images = changes.map(({ before, after }) => rowOfImage(table, { ...after, ...before }));
  const keys = images.map((row) => keyOfRow(table, row));
  const rows = images.filter((_, at) => changes[at]?.before !== undefined);
  const { output: found } = await group.find(onlyRows(stored, table.name, rows));
  if (found === undefined) return undefined;
  return new Map(keys.map((key) => writeKey(table, key)).map((key) => [key, found.get(key)]));
}

import { diagnose, type Outcome } from "../../diagnostics/index.ts";
import type { RowReader } from "../../storage/index.ts";
import type { Call } from "../calls/call.ts";
import { JOURNAL } from "../engine-tables/journal-table.ts";
import { type JournalBounds, secretOf } from "../journal/journal-bounds.ts";
import { journalRowsAfter } from "../journal/read-entries.ts";
import { type ChangeCursor, cursorForm } from "../moments/change-cursor.ts";
import type { PastMoment } from "../moments/past-moment.ts";
import { seesAllChanges } from "../visibility/askable-part.ts";

/**
 * The place of a moment in the order of commits. Of a time it is the one before the first call that began later: calls that
 * were under way beside one another count as either.
 */
export async function findPoint(
  call: Call,
  stored: RowReader,
  moment: PastMoment,
  bounds: JournalBounds,
): Promise<Outcome<ChangeCursor>> {
  const ahead = { output: undefined, diagnostics: [diagnose("history/ahead", { moment: moment.text })] };
  if ("at" in moment) {
    if (moment.at > call.startedAt) return ahead;
    const passed = await lastBegunBy(call, stored, moment.at);
    return { output: { passed, position: 0 }, diagnostics: [] };
  }
  const cursors = cursorForm(seesAllChanges(call), secretOf(bounds));
  const { output: cursor, diagnostics } = cursors.read(moment.cursor);
  if (cursor === undefined) return { output: undefined, diagnostics };
  const trimmed = Object.values(bounds).reduce((most, one) => Math.max(most, one.trimmed), 0);
  const isThere = cursor.passed <= trimmed || (await beginOf(call, stored, cursor.passed)) !== undefined;
  return isThere ? { output: cursor, diagnostics: [] } : ahead;
}

/**
 * Looks at a few entries, for their times nearly ascend: at distances that double, then halve. Which are looked at depends on
 * nothing that is written later, so that a moment has the same place each time.
 */
async function lastBegunBy(call: Call, stored: RowReader, at: number): Promise<number> {
  const isBegun = async (number: number) => {
    const begin = await beginOf(call, stored, number);
    return begin !== undefined && begin <= at;
  };
  let distance = 1;
  while (await isBegun(distance)) distance *= 2;
  let passed = 0;
  for (distance /= 2; distance >= 1; distance /= 2) {
    if (await isBegun(passed + distance)) passed += distance;
  }
  return passed;
}

/** When the call of the first entry from a number on began; undefined where there is none. */
async function beginOf({ request }: Call, stored: RowReader, number: number): Promise<number | undefined> {
  const [row] = await journalRowsAfter(stored, request, number - 1, 1);
  return row && Number(row[JOURNAL.at]);
}

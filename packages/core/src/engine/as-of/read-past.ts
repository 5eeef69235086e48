import { diagnose, type Outcome } from "../../diagnostics/index.ts";
import type { RequestContext } from "../../expression/parts.ts";
import type { AppDefinition, TableDefinition } from "../../schema/index.ts";
import type { Key, Row, RowReader } from "../../storage/index.ts";
import type { Call } from "../calls/call.ts";
import { type ChangeCursor, cursorForm, type PastMoment } from "../engine-tables/change-cursor.ts";
import { JOURNAL, type JournalChange } from "../engine-tables/journal-table.ts";
import {
  callsAfter,
  firstNumberOf,
  type JournalBounds,
  journalRowsAfter,
  readBounds,
  secretOf,
} from "../journal/read-entries.ts";
import { concealedColumns, rowOfImage } from "../journal/row-image.ts";
import { keyOfRow } from "../keys/key-from.ts";
import { seesAllChanges } from "../visibility/filtered-plan.ts";

/** What was changed of a row since a moment. */
export interface PastRow {
  readonly key: Key;
  /** The row as it was; undefined where there was none. */
  readonly was: Row | undefined;
  /** The row as it last was, of one that was deleted since. */
  readonly last: Row | undefined;
  /** Columns whose values as of then are not recorded. */
  readonly unknown: ReadonlySet<string>;
}

/** By the names of the tables whose rows as of then are known, what has changed since by the keys of the rows. */
export type Past = ReadonlyMap<string, ReadonlyMap<string, PastRow>>;

/** Reads all changes since a moment; an error where it is not in what the journal keeps of the call's table. */
export async function readPast(call: Call, stored: RowReader, moment: PastMoment): Promise<Outcome<Past>> {
  const {
    table,
    app,
    limits: { pastChanges: limit },
  } = call;
  const name = (call.slice ?? table).name;
  const refused = (diagnostics: Outcome<Past>["diagnostics"]) => ({ output: undefined, diagnostics });
  if (table.history === undefined) return refused([diagnose("history/none", { table: name })]);
  const bounds = await readBounds(stored);
  const { output: point, diagnostics } = await findPoint(call, stored, moment, bounds);
  if (point === undefined) return refused(diagnostics);
  const since = await changesSince(app, call.read.context, stored, point, limit);
  if (since === undefined) return refused([diagnose("limit/as-of", { limit })]);
  const { past, firstAt } = since;
  const tables = new Map<string, ReadonlyMap<string, PastRow>>();
  for (const one of app.tables.values()) {
    const isKnown = hasRecordedKey(one) && isKept(bounds[one.name], point.passed, moment, firstAt);
    if (isKnown) tables.set(one.name, past.get(one.name) ?? new Map());
  }
  if (!tables.has(table.name))
    return refused([diagnose("history/not-kept", { table: name, moment: moment.text })]);
  return { output: tables, diagnostics: [] };
}

/** What was changed since a point, by table and the keys of its rows; undefined where that is more than a limit. */
export async function changesSince(
  app: AppDefinition,
  context: RequestContext,
  stored: RowReader,
  point: ChangeCursor,
  limit: number,
): Promise<{ readonly past: Past; readonly firstAt: number | undefined } | undefined> {
  const past = new Map<string, Map<string, PastRow>>();
  let firstAt: number | undefined;
  let count = 0;
  for await (const recorded of callsAfter(stored, context, point.passed)) {
    const isPartlyPassed = firstNumberOf(recorded) - 1 === point.passed;
    const { position } = isPartlyPassed ? point : { position: 0 };
    for (const { table: of, at, changes } of recorded) {
      firstAt ??= at;
      const definition = app.tables.get(of);
      if (definition?.history === undefined) continue;
      const rows = past.get(of) ?? new Map<string, PastRow>();
      past.set(of, rows);
      for (const change of changes) {
        if (change.position <= position) continue;
        count += 1;
        if (count > limit) return undefined;
        rows.set(change.key, withChange(definition, rows.get(change.key), change));
      }
    }
    await context.meter.giveWay();
  }
  return { past, firstAt };
}

/** Whether entries say which rows they are about. */
export function hasRecordedKey(table: TableDefinition): boolean {
  return !concealedColumns(table).some((column) => table.key.includes(column));
}

/** Whether all changes of a table since the moment are recorded and were not trimmed. */
function isKept(
  bounds: JournalBounds[string] | undefined,
  passed: number,
  moment: PastMoment,
  firstAt: number | undefined,
): boolean {
  if (bounds === undefined) return false;
  const { since, trimmed, trimmedAt = Number.POSITIVE_INFINITY } = bounds;
  if ("at" in moment) return since <= moment.at && (trimmed <= passed || trimmedAt <= moment.at);
  return trimmed <= passed && since <= (firstAt ?? since);
}

/** What is recorded of the first change since is the row as it was, what of the last one as it came to be. */
function withChange(table: TableDefinition, earlier: PastRow | undefined, change: JournalChange): PastRow {
  const { before, after, concealed } = change;
  const isGone = before !== undefined && after === undefined;
  const last = isGone ? rowOfImage(table, before) : undefined;
  const lost = isGone ? concealedColumns(table).map(({ name }) => name) : concealed;
  if (earlier !== undefined) return { ...earlier, last, unknown: new Set([...earlier.unknown, ...lost]) };
  const row = rowOfImage(table, { ...after, ...before });
  return { key: keyOfRow(table, row), was: before && row, last, unknown: new Set(lost) };
}

/**
 * The place of a moment in the order of commits. Of a time it is the one before the first call that began later: calls that
 * were under way at the same time count as either.
 */
async function findPoint(
  call: Call,
  stored: RowReader,
  moment: PastMoment,
  bounds: JournalBounds,
): Promise<Outcome<ChangeCursor>> {
  const ahead = { output: undefined, diagnostics: [diagnose("history/ahead", { moment: moment.text })] };
  if ("at" in moment) {
    if (moment.at > call.startedAt) return ahead;
    const passed = await lastBegunBy(call.read.context, stored, moment.at);
    return { output: { passed, position: 0 }, diagnostics: [] };
  }
  const cursors = cursorForm(seesAllChanges(call), secretOf(bounds));
  const { output: cursor, diagnostics } = cursors.read(moment.cursor);
  if (cursor === undefined) return { output: undefined, diagnostics };
  const trimmed = Object.values(bounds).reduce((most, one) => Math.max(most, one.trimmed), 0);
  const isThere =
    cursor.passed <= trimmed || (await beginOf(call.read.context, stored, cursor.passed)) !== undefined;
  return isThere ? { output: cursor, diagnostics: [] } : ahead;
}

/**
 * Looks at a few entries, for their times nearly ascend: at distances that double, then halve. Which are looked at depends on
 * nothing that is written later, so that a moment has the same place each time.
 */
export async function lastBegunBy(context: RequestContext, stored: RowReader, at: number): Promise<number> {
  const isBegun = async (number: number) => {
    const begin = await beginOf(context, stored, number);
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
async function beginOf(
  context: RequestContext,
  stored: RowReader,
  number: number,
): Promise<number | undefined> {
  const [row] = await journalRowsAfter(stored, context, number - 1, 1);
  return row && Number(row[JOURNAL.at]);
}

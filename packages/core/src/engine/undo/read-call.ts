import { diagnose, type Outcome } from "../../diagnostics/index.ts";
import type { RequestContext } from "../../expression/parts.ts";
import type { AppDefinition, TableDefinition } from "../../schema/index.ts";
import type { Key, Row, RowReader } from "../../storage/index.ts";
import { columnRightsOf } from "../access/column-rights.ts";
import type { Call } from "../calls/call.ts";
import type { CallTransaction } from "../calls/change-log.ts";
import { JOURNAL, type JournalChange, journalTable } from "../engine-tables/journal-table.ts";
import { callsAfter, firstNumberOf, type RecordedCall, readBounds } from "../journal/read-entries.ts";
import { visibleChanges } from "../journal/reading/visible-changes.ts";
import { concealedColumns, rowOfImage, shownImage } from "../journal/row-image.ts";
import { keyOfRow } from "../keys/key-from.ts";

/** A call that the caller may see all of. */
export interface ReadCall {
  readonly changes: readonly NetChange[];
  /** Of its last entry. */
  readonly number: number;
}

/** What a call has changed; undefined where something of it is not kept any more, or is hidden from the caller. */
export async function readChangesOf(
  call: Call,
  { unfiltered: stored }: CallTransaction,
  id: string,
): Promise<ReadCall | undefined> {
  const recorded = await readRecorded(call.read.context, stored, id);
  if (recorded === undefined) return undefined;
  const trimmed = Object.values(await readBounds(stored)).map((bounds) => bounds.trimmed);
  if (trimmed.some((number) => number >= firstNumberOf(recorded))) return undefined;
  const changes = netChanges(call.app, recorded);
  if (changes === undefined || !(await seesAll(call, stored, changes))) return undefined;
  return { changes, number: recorded.at(-1)?.number ?? 0 };
}

/** What a call wrote into the journal; undefined where nothing of it is kept. */
export async function readRecorded(
  context: RequestContext,
  stored: RowReader,
  id: string,
): Promise<RecordedCall | undefined> {
  const [row] = await stored.getByKeys(journalTable.name, [[id, 1]]);
  if (row === undefined) return undefined;
  for await (const recorded of callsAfter(stored, context, Number(row[JOURNAL.number]) - 1)) return recorded;
  return undefined;
}

/** Whether the caller may name the tables and read all of their cells, and saw each row before and after each change. */
async function seesAll(call: Call, stored: RowReader, changes: readonly NetChange[]): Promise<boolean> {
  for (const [table, own] of Map.groupBy(changes, (change) => change.table)) {
    if (!(call.caller.nameable?.table(table.name) ?? true)) return false;
    if (columnRightsOf(call)?.readsAll(table) === false) return false;
    const all = own.flatMap((change) => change.changes);
    const seen = await visibleChanges({ ...call, slice: undefined }, stored, table, all);
    if (!seen.every((one, at) => one?.operation === all[at]?.operation)) return false;
  }
  return true;
}

/** What a call has made of a row in all. */
export interface NetChange {
  readonly table: TableDefinition;
  /** As people read it. */
  readonly name: string;
  readonly key: Key;
  /** Undefined where there was no row. */
  readonly before: Row | undefined;
  /** Undefined where there was none any more. */
  readonly after: Row | undefined;
  /** Names of the columns that were changed, of a row that was there before and after. */
  readonly columns: ReadonlySet<string>;
  /** Columns whose values before are not recorded. */
  readonly unknown: readonly string[];
  /** What it is made of. */
  readonly changes: readonly JournalChange[];
}

/** One change a row, in the order of the first; undefined where a table is not what it was. */
function netChanges({ tables }: AppDefinition, recorded: RecordedCall): readonly NetChange[] | undefined {
  const rows = new Map<string, { table: TableDefinition; changes: JournalChange[] }>();
  for (const entry of recorded) {
    const table = tables.get(entry.table);
    if (table?.history === undefined) return undefined;
    for (const change of entry.changes) {
      const name = `${table.name}\n${change.key}`;
      const row = rows.get(name) ?? { table, changes: [] };
      rows.set(name, row);
      row.changes.push(change);
    }
  }
  return [...rows.values()]
    .map(({ table, changes }) => netChange(table, changes))
    .sort((a, b) => positionOf(a) - positionOf(b));
}

/** Where the call first changed the row. */
function positionOf({ changes: [first] }: NetChange): number {
  return first?.position ?? 0;
}

function netChange(table: TableDefinition, changes: readonly JournalChange[]): NetChange {
  const first = changes[0] as JournalChange;
  const last = changes.at(-1) as JournalChange;
  const concealed = concealedColumns(table).map(({ name }) => name);
  const lost = changes.flatMap((change) =>
    change.operation === "delete" && first.before !== undefined ? concealed : change.concealed,
  );
  const whole = rowOfImage(table, { ...first.after, ...first.before });
  const unreadable = first.before === undefined ? [] : shownImage(first.before).unreadable;
  return {
    table,
    name: first.key,
    key: keyOfRow(table, whole),
    before: first.before && whole,
    after: last.after && rowOfImage(table, last.after),
    columns: new Set(changes.flatMap(({ before }) => Object.keys(before ?? {}))),
    unknown: first.before === undefined ? [] : [...new Set([...lost, ...unreadable])],
    changes,
  };
}

/** A change of a row by a later call. */
export interface LaterChange {
  readonly call: string;
  readonly change: JournalChange;
}

/** What was changed after an entry, by the names of tables and the keys of rows. */
export type LaterChanges = ReadonlyMap<string, ReadonlyMap<string, readonly LaterChange[]>>;

/** Reads all changes after an entry of the journal. */
export async function laterChanges(
  { read: { context }, limits: { pastChanges: limit } }: Call,
  stored: RowReader,
  number: number,
): Promise<Outcome<LaterChanges>> {
  const later = new Map<string, Map<string, LaterChange[]>>();
  let count = 0;
  for await (const recorded of callsAfter(stored, context, number)) {
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
    await context.meter.giveWay();
  }
  return { output: later, diagnostics: [] };
}

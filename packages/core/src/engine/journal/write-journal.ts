import type { ColumnDefinition } from "../../schema/index.ts";
import type { WriteTransaction } from "../../storage/index.ts";
import type { Call } from "../calls/call.ts";
import type { ChangeWave, RowChange } from "../calls/change-log.ts";
import { keyOfRow, writeKey } from "../stages/key-from.ts";
import {
  type ChangeCause,
  journalTable,
  type NewChange,
  type NewEntry,
  rowOfEntry,
} from "./journal-table.ts";
import { MOST_ENTRIES, rowHash, sharedHash } from "./row-hashes.ts";
import { changedColumns, concealedColumns, imageOfRow, recordedColumns, valueWriter } from "./row-image.ts";

/**
 * Records what a call has changed, as the last thing that it does before it commits. The number of an entry is drawn here and
 * nowhere else, and this invariant rests on it: no entry becomes visible with a number below one that a reader has already
 * passed. The `order` of the table asks the store for it: writers take turns from here to the commit.
 */
export async function writeJournal(
  call: Call,
  transaction: Pick<WriteTransaction, "insert">,
  waves: readonly ChangeWave[],
): Promise<void> {
  const { meter } = call.request;
  const entries: Omit<NewEntry, "call" | "at" | "entry">[] = [];
  let position = 0;
  for (const { rules, changes } of waves) {
    const cause = causeOf(call, rules);
    for (const [table, ofTable] of byTable(changes)) {
      const columns = recordedColumns(table);
      const names = columns.map(({ name }) => name);
      const recorded = recorder(table, columns);
      const written: NewChange[] = [];
      for (const change of ofTable) {
        const one = recorded(change, position + 1);
        if (meter.turn.isOver) await meter.pause();
        if (one === undefined) continue;
        written.push(one);
        position += 1;
      }
      for (const [row, some] of inEntries(table.name, written))
        entries.push({ row, table: table.name, cause, columns: names, changes: some });
    }
  }
  if (entries.length === 0) return;
  const id = call.newId();
  const rows = entries.map((entry, at) =>
    rowOfEntry({ ...entry, call: id, at: call.startedAt, entry: at + 1 }),
  );
  const { duplicates } = await transaction.insert(journalTable.name, rows);
  if (duplicates.length > 0) throw new Error(`The id "${id}" was given to two calls.`);
}

function causeOf({ request, accessKey, action, app }: Call, rules: readonly string[]): ChangeCause {
  return { user: request.user.email, accessKey: accessKey ?? null, action, rules, version: app.version };
}

/** The changes of tables with a history. */
function byTable(changes: readonly RowChange[]): ReadonlyMap<RowChange["table"], readonly RowChange[]> {
  const grouped = new Map<RowChange["table"], RowChange[]>();
  for (const change of changes) {
    if (change.table.history === undefined) continue;
    const group = grouped.get(change.table);
    if (group === undefined) grouped.set(change.table, [change]);
    else group.push(change);
  }
  return grouped;
}

type Recorder = (change: RowChange, position: number) => NewChange | undefined;

/** Answers nothing for a row that was saved as it was. */
function recorder(table: RowChange["table"], columns: readonly ColumnDefinition[]): Recorder {
  const secret = concealedColumns(table);
  const valuesOf = valueWriter(columns);
  return ({ before, after }, position) => {
    const row = after ?? before;
    if (row === undefined) return undefined;
    const key = writeKey(table, keyOfRow(table, row));
    if (before === undefined) return [position, "add", key, null, valuesOf(row)];
    if (after === undefined) return [position, "delete", key, valuesOf(row), null];
    const changed = changedColumns(columns, before, after);
    const concealed = changedColumns(secret, before, after).map(({ name }) => name);
    if (changed.length === 0 && concealed.length === 0) return undefined;
    const written: NewChange = [position, "edit", key, imageOfRow(changed, before), valuesOf(after)];
    if (concealed.length > 0) written.push(concealed);
    return written;
  };
}

/** Each change by itself, or, where there are many, together with those that share its hash. */
function inEntries(
  table: string,
  changes: readonly NewChange[],
): Iterable<readonly [row: number, changes: readonly NewChange[]]> {
  if (changes.length <= MOST_ENTRIES)
    return changes.map((change) => [rowHash(table, change[KEY]), [change]] as const);
  const shared = new Map<number, NewChange[]>();
  for (const change of changes) {
    const row = sharedHash(table, change[KEY]);
    const some = shared.get(row);
    if (some === undefined) shared.set(row, [change]);
    else some.push(change);
  }
  return shared;
}

/** Position of the key in a change. */
const KEY = 2;

import type { AppDefinition, StoredColumnDefinition, TableDefinition } from "../../schema/index.ts";
import type { Key, Row, RowBatches, RowReader, Store, WriteTransaction } from "../../storage/index.ts";
import { findTarget } from "../access/nameable.ts";
import type { EngineOptions } from "../calls/engine-options.ts";
import type { BatchCall } from "../calls/request.ts";
import type { RowImage, SentInput } from "../engine-tables/journal-table.ts";
import type { RecordedCall } from "../journal/read-entries.ts";
import { imageOfRow, recordedColumns } from "../journal/row-image.ts";
import { keyOfRow, recordedKey } from "../keys/key-from.ts";
import type { OutcomeDifference } from "./compare-outcomes.ts";
import { changesOf, type PastCopy, rowName } from "./past-copy.ts";
import { type ReplayedCall, replayCall } from "./replay-call.ts";

/** The rows that a call reads, as they were before it, without computed and sensitive columns; undefined where they are too many for a test. */
export async function rowsRead(
  copy: PastCopy,
  recorded: RecordedCall,
  input: SentInput,
  limits: EngineOptions["limits"],
): Promise<Readonly<Record<string, readonly RowImage[]>> | undefined> {
  const read = new Map<TableDefinition, Map<string, Key>>();
  let count = 0;
  const note = (name: string, rows: readonly (Row | undefined)[]) => {
    const table = copy.app.tables.get(name);
    if (table === undefined) return;
    const keys = read.get(table) ?? new Map<string, Key>();
    read.set(table, keys);
    for (const row of rows)
      if (row !== undefined && count <= MOST_ROWS) {
        const key = keyOfRow(table, row);
        keys.set(recordedKey(table, key), key);
        count += 1;
      }
  };
  await replayCall({ ...copy, store: notingStore(copy.store, note) }, recorded, input, limits);
  if (count > MOST_ROWS) return undefined;
  const given: [string, readonly RowImage[]][] = [];
  for (const table of copy.app.tables.values()) {
    const keys = [...(read.get(table)?.values() ?? [])];
    if (keys.length === 0) continue;
    const rows = await copy.store.read((stored) => stored.getByKeys(table.name, keys));
    const there = rows.filter((row) => row !== undefined);
    const columns = recordedColumns(table).filter(isGiven);
    if (there.length > 0) given.push([table.name, there.map((row) => imageOfRow(columns, row))]);
  }
  return Object.fromEntries(given);
}

const MOST_ROWS = 200;

function isGiven({ formula, columnType, options }: StoredColumnDefinition): boolean {
  return formula === undefined && columnType.isWritable && !options.sensitive;
}

type Note = (table: string, rows: readonly (Row | undefined)[]) => void;

function notingStore(store: Store, note: Note): Store {
  const reading = (stored: RowReader): RowReader => ({
    async find(plan) {
      const { batches, ...found } = await stored.find(plan);
      return { ...found, batches: noted(batches, (rows) => note(plan.table, rows)) };
    },
    async getByKeys(table, keys) {
      const rows = await stored.getByKeys(table, keys);
      note(table, rows);
      return rows;
    },
  });
  const writing = (stored: WriteTransaction): WriteTransaction => ({
    ...reading(stored),
    insert: (table, rows) => stored.insert(table, rows),
    update: (table, rows) => stored.update(table, rows),
    delete: (table, keys) => stored.delete(table, keys),
  });
  return {
    ...store,
    read: (work, use) => store.read((stored) => work(reading(stored)), use),
    write: (work, use) => store.write((stored) => work(writing(stored)), use),
  };
}

async function* noted(batches: RowBatches, note: (rows: readonly Row[]) => void): RowBatches {
  for await (const rows of batches) {
    note(rows);
    yield rows;
  }
}

/** What was sent, where added rows have the keys that were drawn for them: another run draws others. */
export function sentWithKeys(
  app: AppDefinition,
  recorded: RecordedCall,
  calls: readonly BatchCall[],
): readonly BatchCall[] {
  const own = recorded.filter(({ cause }) => cause.rules.length === 0);
  const adds = calls.flatMap((call) => {
    const table = call.action === "Add" ? findTarget(app, call.table).output?.table : undefined;
    return table === undefined ? [] : [{ call, table }];
  });
  const keyed = new Map<BatchCall, BatchCall>();
  for (const [table, some] of Map.groupBy(adds, (one) => one.table)) {
    const added = changesOf(own, table).filter(({ operation }) => operation === "add");
    const count = some.reduce((sum, { call: { rows = [] } }) => sum + rows.length, 0);
    if (added.length !== count) continue;
    let at = 0;
    for (const { call } of some) {
      const rows = (call.rows ?? []).map((row) => ({ ...keyCells(table, added[at++]?.after), ...row }));
      keyed.set(call, { ...call, rows });
    }
  }
  return calls.map((call) => keyed.get(call) ?? call);
}

function keyCells(table: TableDefinition, image: RowImage = {}): RowImage {
  return Object.fromEntries(table.key.filter(isGiven).map(({ name }) => [name, image[name] ?? null]));
}

/** The cells of the keys of rows that differ. */
export function keysOf(
  app: AppDefinition,
  changed: readonly OutcomeDifference[],
  rows: ReplayedCall["rows"],
): Readonly<Record<string, Readonly<Record<string, RowImage>>>> {
  const keys: Record<string, Record<string, RowImage>> = {};
  for (const { table: name = "", key = "" } of changed) {
    const table = app.tables.get(name);
    const row = rows.get(rowName(name, key));
    const image = row?.after ?? row?.before;
    if (table === undefined || image === undefined) continue;
    keys[name] = { ...keys[name], [key]: imageOfRow(table.key, image) };
  }
  return keys;
}

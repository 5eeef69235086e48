import {
  type Row,
  type RowReader,
  runsTable,
  type Store,
  type WriteTransaction,
} from "../../storage/index.ts";
import type { EngineOptions } from "../calls/engine-options.ts";
import { trimDefinitions, trimSaves } from "../engine-tables/definitions-table.ts";
import { ownContext } from "../engine-tables/engine-table.ts";
import { JOURNAL, journalTable } from "../engine-tables/journal-table.ts";
import { readOutbox, readRuns, removeEvents } from "../engine-tables/outbox.ts";
import { trimAnswers } from "../idempotency/kept-answer.ts";
import { isBoundsRow, journalRowsAfter, readBounds, writeBounds } from "./read-entries.ts";

/** What a trimming did. */
export interface HistoryTrimming extends OutboxTrimming {
  /** How many entries of the journal were removed: an entry has one change, or several that one call made. */
  readonly removed: number;
}

/**
 * Removes what the journal has kept for long enough, from the oldest on and in small pieces, each a transaction, so that
 * callers are served between them. Of a table that has no history any more everything is removed.
 */
export async function trimHistory(
  settings: EngineOptions,
  isOver: () => boolean = () => false,
): Promise<HistoryTrimming> {
  const { definition, store, services, keepsVersions = false } = settings;
  await trimAnswers(settings, isOver);
  const trimmed = await trimOutbox(settings, isOver);
  const trimVersions = async (before: number) => {
    await trimDefinitions(store, before);
    if (keepsVersions) await trimSaves(store, before);
  };
  if (!definition.hasHistory) {
    if (keepsVersions && !store.keepsNothing) await trimVersions(Number.NEGATIVE_INFINITY);
    return { ...trimmed, removed: 0 };
  }
  const context = ownContext();
  const now = services.now();
  const retentionOf = (row: Row) => definition.tables.get(String(row[JOURNAL.table]))?.history?.keep ?? 0;
  const longestKept = [...definition.tables.values()].reduce(
    (most, { history }) => Math.max(most, history?.keep ?? 0),
    0,
  );
  await trimVersions(now - longestKept);
  const isOld = (row: Row) => !isBoundsRow(row) && Number(row[JOURNAL.at]) + retentionOf(row) <= now;
  const leastKept = [...definition.tables.values()].reduce(
    (least, { history }) => Math.min(least, history?.keep ?? least),
    Number.POSITIVE_INFINITY,
  );
  let removed = 0;
  for (let passed = 0; ; ) {
    const rows = await store.read((transaction) => journalRowsAfter(transaction, context, passed, PIECE));
    const old = rows.filter(isOld);
    if (old.length > 0) await removeEntries(store, old);
    removed += old.length;
    const last = rows.at(-1);
    if (last === undefined || isOver() || rows.length < PIECE || Number(last[JOURNAL.at]) + leastKept > now)
      return { ...trimmed, removed };
    passed = Number(last[JOURNAL.number]);
  }
}

async function removeEntries(store: Store, rows: readonly Row[]): Promise<void> {
  await store.write(async (transaction) => {
    await transaction.delete(
      journalTable.name,
      rows.map((row) => [row[JOURNAL.call] ?? null, row[JOURNAL.entry] ?? null]),
    );
    const bounds = { ...(await readBounds(transaction)) };
    for (const row of rows) {
      const table = String(row[JOURNAL.table]);
      const bound = bounds[table];
      if (bound === undefined) continue;
      const isNoted = bound.trimmed === 0 || bound.trimmedAt !== undefined;
      const trimmedAt = Math.max(bound.trimmedAt ?? 0, Number(row[JOURNAL.at]));
      bounds[table] = { ...bound, trimmed: Number(row[JOURNAL.number]), ...(isNoted ? { trimmedAt } : {}) };
    }
    await writeBounds(transaction, bounds);
  });
}

/** How many events and entries of the history of runs were removed. */
interface OutboxTrimming {
  readonly events: number;
  readonly runs: number;
}

/**
 * Removes what the definition says is not kept any longer, from the oldest on and in small pieces, each a transaction. An event
 * that waits stays, however old it is; one that failed or was given up is as old as that.
 */
async function trimOutbox(
  { definition: { keep }, store, services }: Pick<EngineOptions, "definition" | "store" | "services">,
  isOver: () => boolean,
): Promise<OutboxTrimming> {
  const now = services.now();
  const forEver = Number.POSITIVE_INFINITY;
  const { events: delivered = forEver, deadLetters = forEver } = keep;
  const events = await trim(store, isOver, {
    before: now - Math.min(delivered, deadLetters),
    list: readOutbox,
    timeOf: ({ createdAt }) => createdAt,
    isDone: ({ state, createdAt, dueAt }) =>
      (state === "delivered" && createdAt <= now - delivered) ||
      (state === "failed" && dueAt <= now - deadLetters),
    remove: removeEvents,
  });
  const runs = await trim(store, isOver, {
    before: now - (keep.runs ?? forEver),
    list: readRuns,
    timeOf: ({ at }) => at,
    isDone: () => true,
    remove: async (transaction, ids) => {
      await transaction.delete(
        runsTable.name,
        ids.map((id) => [id]),
      );
      return ids.length;
    },
  });
  return { events, runs };
}

interface Trimmed<Entry> {
  readonly before: number;
  list(
    transaction: RowReader,
    page: { readonly after: number; readonly limit: number },
  ): Promise<readonly Entry[]>;
  timeOf(entry: Entry): number;
  isDone(entry: Entry): boolean;
  remove(transaction: WriteTransaction, ids: readonly string[]): Promise<number>;
}

async function trim<Entry extends { readonly id: string; readonly sequence: number }>(
  store: Store,
  isOver: () => boolean,
  { before, list, timeOf, isDone, remove }: Trimmed<Entry>,
): Promise<number> {
  if (before === Number.NEGATIVE_INFINITY) return 0;
  let removed = 0;
  for (let after = 0; ; ) {
    const page = { after, limit: PIECE };
    const entries = await store.read((transaction) => list(transaction, page));
    const old = entries.filter((entry) => timeOf(entry) <= before);
    const ids = old.filter(isDone).map(({ id }) => id);
    if (ids.length > 0) removed += await store.write((transaction) => remove(transaction, ids));
    const last = entries.at(-1);
    if (last === undefined || old.length === 0 || entries.length < PIECE || isOver()) return removed;
    after = last.sequence;
  }
}

/** Entries of a transaction. */
const PIECE = 200;

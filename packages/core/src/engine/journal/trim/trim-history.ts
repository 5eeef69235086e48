import type { Row, Store } from "../../../storage/index.ts";
import type { EngineOptions } from "../../calls/engine-options.ts";
import { callForLoad } from "../../calls/prepare/call-for-load.ts";
import { JOURNAL, journalTable } from "../../engine-tables/journal-table.ts";
import { trimAnswers } from "../../idempotency/open-answers.ts";
import { isBoundsRow, readBounds, writeBounds } from "../journal-bounds.ts";
import { journalRowsAfter } from "../read-entries.ts";
import { type OutboxTrimming, trimOutbox } from "./trim-outbox.ts";

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
  const { definition, store, services } = settings;
  const [table] = definition.tables.values();
  await trimAnswers(settings, isOver);
  const trimmed = await trimOutbox(settings, isOver);
  if (table === undefined || !definition.hasHistory) return { ...trimmed, removed: 0 };
  const { output: prepared } = await callForLoad(settings, table, {});
  if (prepared === undefined) throw new Error("A call without properties was refused.");
  const call = prepared.begin();
  const now = services.now();
  const retentionOf = (row: Row) => definition.tables.get(String(row[JOURNAL.table]))?.history?.keep ?? 0;
  const isOld = (row: Row) => !isBoundsRow(row) && Number(row[JOURNAL.at]) + retentionOf(row) <= now;
  const leastKept = [...definition.tables.values()].reduce(
    (least, { history }) => Math.min(least, history?.keep ?? least),
    Number.POSITIVE_INFINITY,
  );
  let removed = 0;
  for (let passed = 0; ; ) {
    const rows = await store.read((transaction) =>
      journalRowsAfter(transaction, call.request, passed, PIECE),
    );
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

/** Entries of a transaction. */
const PIECE = 200;

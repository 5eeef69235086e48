import type { ReadTransaction, Store, WriteTransaction } from "../../../storage/index.ts";
import type { EngineOptions } from "../../calls/engine-options.ts";

/** How many events and entries of the history of runs were removed. */
export interface OutboxTrimming {
  readonly events: number;
  readonly runs: number;
}

/**
 * Removes what the definition says is not kept any longer, from the oldest on and in small pieces, each a transaction. An event
 * that waits stays, however old it is; one that failed or was given up is as old as that.
 */
export async function trimOutbox(
  { definition: { keep }, store, services }: Pick<EngineOptions, "definition" | "store" | "services">,
  isOver: () => boolean,
): Promise<OutboxTrimming> {
  const now = services.now();
  const forEver = Number.POSITIVE_INFINITY;
  const { events: delivered = forEver, deadLetters = forEver } = keep;
  const events = await trim(store, isOver, {
    before: now - Math.min(delivered, deadLetters),
    list: (transaction, page) => transaction.listEvents(page),
    timeOf: ({ createdAt }) => createdAt,
    isDone: ({ state, createdAt, dueAt }) =>
      (state === "delivered" && createdAt <= now - delivered) ||
      (state === "failed" && dueAt <= now - deadLetters),
    remove: (transaction, ids) => transaction.removeEvents(ids),
  });
  const runs = await trim(store, isOver, {
    before: now - (keep.runs ?? forEver),
    list: (transaction, page) => transaction.listRuns(page),
    timeOf: ({ at }) => at,
    isDone: () => true,
    remove: (transaction, ids) => transaction.removeRuns(ids),
  });
  return { events, runs };
}

interface Trimmed<Entry> {
  readonly before: number;
  list(
    transaction: ReadTransaction,
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

import type { Engine } from "@tablewright/core";
import { findAll, Meter, type RequestContext, type Row, type Store } from "@tablewright/core/storage";
import { batchOf } from "./batch.ts";
import type { BatchContents } from "./expected-batch.ts";

export interface FoundBatches {
  readonly batches: ReadonlyMap<number, BatchContents>;
  /** What does not fit together, whatever was acknowledged. */
  readonly errors: readonly string[];
}

/** Everything a store has, by batch. */
export async function readBatches(engine: Engine, store: Store): Promise<FoundBatches> {
  const [orders, lines, journal, events, runs] = await Promise.all([
    readRows(store, "Orders"),
    readRows(store, "Lines"),
    readRows(store, "Journal"),
    engine.listEvents({ limit: Number.MAX_SAFE_INTEGER }),
    engine.listRuns({ limit: Number.MAX_SAFE_INTEGER }),
  ]);
  const batches = new Map<number, Record<keyof BatchContents, string[]>>();
  const put = (what: keyof BatchContents, order: string, text: string) => {
    const batch = batches.get(batchOf(order)) ?? { orders: [], lines: [], journal: [], events: [], runs: [] };
    batches.set(batchOf(order), batch);
    batch[what].push(text);
  };
  for (const [order, state, twice] of orders) put("orders", String(order), `${order} ${state} ${twice}`);
  for (const [order, line, count] of lines) put("lines", String(order), `${order} ${line} ${count}`);
  for (const [, order, state] of journal) put("journal", String(order), `${order} ${state}`);
  for (const { payload } of events) {
    if (payload.kind === "email") continue;
    const path = payload.url.slice("https://example.com/".length);
    put("events", path, path);
  }
  for (const { key, change } of runs) put("runs", key, `${key} ${change}`);
  for (const batch of batches.values()) for (const list of Object.values(batch)) list.sort();
  return {
    batches,
    errors: [
      ...numbersOf("Orders", orders),
      ...numbersOf("Lines", lines),
      ...numbersOf("Journal", journal),
      ...idsOf(
        events.map(({ id }) => id),
        runs.flatMap((run) => run.events),
      ),
    ],
  };
}

async function readRows(store: Store, table: string): Promise<readonly Row[]> {
  const context = { meter: new Meter() } as RequestContext; // no condition reads the rest
  const plan = { table, conditions: [], order: [], context };
  return (await store.read((transaction) => findAll(transaction, plan))).rows;
}

/** Each row has a larger number than the rows before it; rows that were deleted or never committed leave gaps. */
function numbersOf(table: string, rows: readonly Row[]): string[] {
  const at = rows.findIndex((row, position) => Number(row.at(-1)) <= Number(rows[position - 1]?.at(-1) ?? 0));
  return at < 0 ? [] : [`${table}: row ${at + 1} has the number ${rows[at]?.at(-1)}`];
}

/** Every event was queued by a run, and every event of a run is there. */
function idsOf(events: readonly string[], ofRuns: readonly string[]): string[] {
  const [inOutbox, inHistory] = [new Set(events), new Set(ofRuns)];
  return [
    ...events.filter((id) => !inHistory.has(id)).map((id) => `no run has queued the event ${id}`),
    ...ofRuns.filter((id) => !inOutbox.has(id)).map((id) => `the event ${id} of a run is not in the outbox`),
  ];
}

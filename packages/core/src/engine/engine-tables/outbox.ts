import type { CheckedExpression } from "../../expression/parts.ts";
import {
  type EventClaim,
  type EventOutcome,
  type JournalPage,
  type OutboxEvent,
  type OutboxState,
  outboxTable,
  type Row,
  type RowReader,
  type RuleRun,
  rowOfEvent,
  rowOfRun,
  runsTable,
  type StoredEvent,
  type StoredRun,
  type StoredTable,
  type WriteTransaction,
} from "../../storage/index.ts";
import { eventOfRow, OUTBOX, rowOfNewEvent, runOfRow } from "../../storage/journal-tables.ts";
import { checkOnRow, findOwn, ownContext } from "./engine-table.ts";

/**
 * Puts events at the end of the outbox, in this order, all or none. Throws when an id is in the outbox already or is given
 * twice: new ids are made for what is appended, so this is our own error.
 */
export function appendEvents(
  transaction: Pick<WriteTransaction, "insert">,
  events: readonly OutboxEvent[],
): Promise<void> {
  return append(transaction, outboxTable, events.map(rowOfNewEvent), "an event");
}

/** The events of these ids; undefined where there is none. */
export async function eventsById(
  reader: RowReader,
  ids: readonly string[],
): Promise<readonly (StoredEvent | undefined)[]> {
  const rows = await reader.getByKeys(outboxTable.name, ids.map(keyOf));
  return rows.map((row) => row && eventOfRow(row));
}

/** The events of the outbox, delivered ones included. */
export async function readOutbox(reader: RowReader, page: JournalPage): Promise<readonly StoredEvent[]> {
  return (await readPage(reader, outboxTable, page)).map(eventOfRow);
}

/** Waiting events that are due, in sequence, each with one more attempt and put off until the claim ends; in their new state. */
export async function claimEvents(
  transaction: WriteTransaction,
  { now, until, limit }: EventClaim,
): Promise<readonly StoredEvent[]> {
  if (limit <= 0) return [];
  const conditions = [isOfState("waiting"), condition(outboxTable, `[Due] <= ${now}`)];
  const due = await findOwn(transaction, outboxTable, { conditions, limit });
  const claimed = due.map((row) => {
    const event = eventOfRow(row);
    return { ...event, attempts: event.attempts + 1, dueAt: until };
  });
  await transaction.update(outboxTable.name, claimed.map(rowOfEvent));
  return claimed;
}

/** Notes how attempts ended, of an id that is given twice the last; unknown ids are skipped. */
export async function settleEvents(
  transaction: WriteTransaction,
  outcomes: readonly EventOutcome[],
): Promise<void> {
  const last = new Map(outcomes.map((outcome) => [outcome.id, outcome]));
  const events = await eventsById(transaction, [...last.keys()]);
  const settled = events.flatMap((event) => (event ? [{ ...event, ...last.get(event.id) }] : []));
  await transaction.update(outboxTable.name, settled.map(rowOfEvent));
}

/** Removes the events of these ids that are done with, delivered or failed; how many there were. Those that wait stay. */
export async function removeEvents(transaction: WriteTransaction, ids: readonly string[]): Promise<number> {
  const events = await eventsById(transaction, ids);
  const done = events.filter((event) => event !== undefined && event.state !== "waiting");
  await transaction.delete(
    outboxTable.name,
    done.map((event) => keyOf(event?.id ?? "")),
  );
  return done.length;
}

/** The state of the outbox, without reading events that were delivered. */
export async function outboxState(reader: RowReader): Promise<OutboxState> {
  const waiting = await countEvents(reader, "waiting");
  const failed = await countEvents(reader, "failed");
  return { waiting: waiting.count, oldestWaiting: waiting.oldest, failed: failed.count };
}

/** Puts runs at the end of the run history, in this order, all or none; throws for ids as `appendEvents` does. */
export function appendRuns(
  transaction: Pick<WriteTransaction, "insert">,
  runs: readonly RuleRun[],
): Promise<void> {
  return append(transaction, runsTable, runs.map(rowOfRun), "a run");
}

/** The runs of workflow rules. */
export async function readRuns(reader: RowReader, page: JournalPage): Promise<readonly StoredRun[]> {
  return (await readPage(reader, runsTable, page)).map(runOfRow);
}

async function append(
  transaction: Pick<WriteTransaction, "insert">,
  { name }: StoredTable,
  rows: readonly Row[],
  what: string,
): Promise<void> {
  if (rows.length === 0) return;
  const { duplicates } = await transaction.insert(name, rows);
  const [repeated] = duplicates;
  if (repeated === undefined) return;
  const id = JSON.stringify(rows[repeated]?.[0]);
  throw new Error(`There is already ${what} with the id ${id}; an id is given once.`);
}

async function readPage(
  reader: RowReader,
  table: StoredTable,
  { before, after, limit }: JournalPage,
): Promise<readonly Row[]> {
  if (limit <= 0) return [];
  const beyond =
    after !== undefined
      ? `[_RowNumber] > ${after}`
      : before !== undefined
        ? `[_RowNumber] < ${before}`
        : undefined;
  const conditions = beyond === undefined ? [] : [condition(table, beyond)];
  return findOwn(reader, table, { conditions, limit, isNewestFirst: after === undefined });
}

async function countEvents(
  reader: RowReader,
  state: StoredEvent["state"],
): Promise<{ readonly count: number; readonly oldest: number | undefined }> {
  let count = 0;
  let oldest = Number.POSITIVE_INFINITY;
  const { batches, groups } = await reader.find({
    table: outboxTable.name,
    conditions: [isOfState(state)],
    order: [],
    grouping: { by: [OUTBOX.state], folds: [{ name: "MIN", column: OUTBOX.created }] },
    context: ownContext(),
  });
  for await (const part of groups ?? [])
    for (const { rows, folded } of part) {
      count += rows;
      oldest = Math.min(oldest, Number(folded[0] ?? oldest));
    }
  for await (const rows of batches)
    for (const row of rows) {
      if (row[OUTBOX.state] !== state) continue;
      count++;
      oldest = Math.min(oldest, Number(row[OUTBOX.created]));
    }
  return { count, oldest: count === 0 ? undefined : oldest };
}

/** A condition of the engine's own about rows of a table of its own. */
function condition(table: StoredTable, source: string): CheckedExpression {
  const columns = table.columns.map(({ name, kind }, index) => ({
    isVirtual: false as const,
    name,
    type: { kind: kind === "integer" ? ("Number" as const) : ("Text" as const) },
    index,
  }));
  return checkOnRow(source, { name: table.name, columns, key: [], rowNumberIndex: columns.length });
}

function isOfState(state: StoredEvent["state"]): CheckedExpression {
  return condition(outboxTable, `[State] = "${state}"`);
}

function keyOf(id: string): readonly [string] {
  return [id];
}

import type { Value } from "../values/index.ts";
import type { EventState, OutboxEvent, RuleRun, StoredEvent, StoredRun } from "./outbox.ts";
import type { Row } from "./row.ts";
import { engineTable } from "./stored-table.ts";

/** Events, in the order of appending: a row number is the sequence. Claims look for those that wait by `State`. */
export const outboxTable = engineTable(
  "tablewright_outbox",
  {
    Id: "text",
    Rule: "text",
    Payload: "text",
    Created: "integer",
    State: "text",
    Attempts: "integer",
    Due: "integer",
    Error: "text",
  },
  1,
  { indexed: ["State"] },
);

/** Positions within a row. */
export const OUTBOX = { created: 3, state: 4, due: 6 } as const;

/** Runs of workflow rules, in the order of appending; `Events` is a list of ids as JSON text. */
export const runsTable = engineTable(
  "tablewright_runs",
  {
    Id: "text",
    Rule: "text",
    Table: "text",
    Key: "text",
    Change: "text",
    Outcome: "text",
    Reason: "text",
    Depth: "integer",
    At: "integer",
    Events: "text",
  },
  1,
);

export function rowOfEvent(event: Omit<StoredEvent, "sequence">): Row {
  const { id, rule, payload, createdAt, state, attempts, dueAt, error } = event;
  return [id, journalCell(rule), journalCell(payload), createdAt, state, attempts, dueAt, journalCell(error)];
}

/** The row of an event that is appended: it waits, and is due at once. */
export function rowOfNewEvent({ id, rule, payload, createdAt }: OutboxEvent): Row {
  const state = "waiting";
  return rowOfEvent({ id, rule, payload, createdAt, state, attempts: 0, dueAt: createdAt, error: undefined });
}

export function eventOfRow(row: Row): StoredEvent {
  const [id, rule, payload, createdAt, state, attempts, dueAt, error, sequence] = row;
  return {
    sequence: Number(sequence),
    id: String(id),
    rule: journalText(rule),
    payload: journalText(payload),
    createdAt: Number(createdAt),
    state: state as EventState,
    attempts: Number(attempts),
    dueAt: Number(dueAt),
    error: error === null ? undefined : journalText(error),
  };
}

export function rowOfRun(run: RuleRun): Row {
  const { id, rule, table, key, change, outcome, reason, depth, at, events } = run;
  const texts = [rule, table, key, change, outcome, reason].map(journalCell);
  return [id, ...texts, depth, at, JSON.stringify(events)];
}

export function runOfRow(row: Row): StoredRun {
  const [id, rule, table, key, change, outcome, reason, depth, at, events, sequence] = row;
  return {
    sequence: Number(sequence),
    id: String(id),
    rule: journalText(rule),
    table: journalText(table),
    key: journalText(key),
    change: change as StoredRun["change"],
    outcome: outcome as StoredRun["outcome"],
    ...(reason === null ? {} : { reason: journalText(reason) }),
    depth: Number(depth),
    at: Number(at),
    events: JSON.parse(String(events)) as string[],
  };
}

/**
 * A text as a cell that every store keeps: the same text where it can be, else JSON text, which begins with a quote. No
 * database keeps lone surrogates, and some end a text at a NUL or refuse it. A blank text is a blank cell.
 */
export function journalCell(text: string | undefined): string | null {
  if (text === undefined || text === "") return null;
  return text.isWellFormed() && !text.includes("\0") && !text.startsWith('"') ? text : JSON.stringify(text);
}

/** Back from `journalCell`, unit by unit as it was. */
export function journalText(cell: Value | undefined): string {
  const stored = String(cell ?? "");
  return stored.startsWith('"') ? (JSON.parse(stored) as string) : stored;
}

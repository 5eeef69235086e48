import type { Value } from "../values/index.ts";
import type { EventState, OutboxEvent, RuleRun, StoredEvent, StoredRun } from "./outbox.ts";
import type { Row } from "./row.ts";
import { readStorableText, writeStorableText } from "./storable-text.ts";
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
  return [id, cellOf(rule), cellOf(payload), createdAt, state, attempts, dueAt, cellOf(error)];
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
    rule: textOf(rule),
    payload: textOf(payload),
    createdAt: Number(createdAt),
    state: state as EventState,
    attempts: Number(attempts),
    dueAt: Number(dueAt),
    error: error === null ? undefined : textOf(error),
  };
}

export function rowOfRun(run: RuleRun): Row {
  const { id, rule, table, key, change, outcome, reason, depth, at, events } = run;
  const texts = [rule, table, key, change, outcome, reason].map(cellOf);
  return [id, ...texts, depth, at, JSON.stringify(events)];
}

export function runOfRow(row: Row): StoredRun {
  const [id, rule, table, key, change, outcome, reason, depth, at, events, sequence] = row;
  return {
    sequence: Number(sequence),
    id: String(id),
    rule: textOf(rule),
    table: textOf(table),
    key: textOf(key),
    change: change as StoredRun["change"],
    outcome: outcome as StoredRun["outcome"],
    ...(reason === null ? {} : { reason: textOf(reason) }),
    depth: Number(depth),
    at: Number(at),
    events: JSON.parse(String(events)) as string[],
  };
}

/** A text as a cell that every store keeps: errors and reasons come from anywhere. A blank text is a blank cell. */
function cellOf(text: string | undefined): string | null {
  return text === undefined || text === "" ? null : writeStorableText(text);
}

function textOf(cell: Value | undefined): string {
  return readStorableText(String(cell ?? ""));
}

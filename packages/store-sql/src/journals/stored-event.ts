import type { EventOutcome, EventState, OutboxEvent, StoredEvent } from "@tablewright/core/storage";
import type { SqlValue } from "../values/sql-value.ts";
import { readStorableText, writeStorableText } from "../values/storable-text.ts";

/** The values that `OutboxStatements.append` takes. */
export function writeEvent({ id, rule, payload, createdAt }: OutboxEvent): SqlValue[] {
  return [writeStorableText(id), writeStorableText(rule), writeStorableText(payload), createdAt, createdAt];
}

/** The values that `OutboxStatements.settle` takes. */
export function writeOutcome({ id, state, dueAt, error }: EventOutcome): SqlValue[] {
  return [state, dueAt, error === undefined ? null : writeStorableText(error), writeStorableText(id)];
}

/** An event as the statements read it. */
export function eventOfRow(read: readonly SqlValue[]): StoredEvent {
  const [sequence, id, rule, payload, createdAt, state, attempts, dueAt, error] = read;
  return {
    sequence: Number(sequence),
    id: readStorableText(String(id)),
    rule: readStorableText(String(rule)),
    payload: readStorableText(String(payload)),
    createdAt: Number(createdAt),
    state: state as EventState,
    attempts: Number(attempts),
    dueAt: Number(dueAt),
    error: typeof error === "string" ? readStorableText(error) : undefined,
  };
}

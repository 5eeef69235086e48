import type { Effect } from "@tablewright/core";
import type { StoredEvent } from "@tablewright/core/storage";
import { readNote } from "../outcome/attempt-note.ts";
import { isDropped, withoutMark } from "./dropped.ts";

/** As the outbox has it, but `dropped` for what an operator has given up. */
export type ListedState = StoredEvent["state"] | "dropped";

/** An event of the outbox for an operator: how far it is, and where it goes, without what headers and body say. */
export interface ListedEvent {
  readonly id: string;
  readonly state: ListedState;
  readonly rule: string;
  readonly table: string | undefined;
  /** The key of the row as people read it. */
  readonly key: string | undefined;
  readonly change: Effect["change"] | undefined;
  /** Of a webhook. */
  readonly method: string | undefined;
  readonly url: string | undefined;
  /** Of a mail. */
  readonly to: string | undefined;
  readonly subject: string | undefined;
  /** Requests that were sent since the event was last queued or retried. */
  readonly attempts: number;
  /** How often a worker has claimed it. */
  readonly claims: number;
  /** ISO 8601. */
  readonly created: string;
  /** When it is tried next, or given back by a worker that does not; ISO 8601, for an event that waits. */
  readonly due: string | undefined;
  /** How the last attempt ended, such as `204 No Content`; undefined before the first. */
  readonly lastAttempt: string | undefined;
  /** The beginning of what the receiver answered to it; undefined where that is nothing. */
  readonly answer: string | undefined;
  /** Why it is not delivered: how many attempts failed since when, and how the last one did. */
  readonly error: string | undefined;
}

export function listedEvent(event: StoredEvent, effect: Effect | undefined): ListedEvent {
  const { id, rule, attempts: claims, createdAt, dueAt, error } = event;
  const state = isDropped(event) ? "dropped" : event.state;
  const note = readNote(withoutMark(error));
  return {
    id,
    state,
    rule,
    table: effect?.table,
    key: effect?.key,
    change: effect?.change,
    ...receiverOf(effect),
    attempts: note?.attempts ?? 0,
    claims,
    created: new Date(createdAt).toISOString(),
    due: state === "waiting" ? new Date(dueAt).toISOString() : undefined,
    lastAttempt: note?.reason,
    answer: note?.answer || undefined,
    error: state === "delivered" ? undefined : error?.split("\n")[0],
  };
}

function receiverOf(effect: Effect | undefined): Pick<ListedEvent, "method" | "url" | "to" | "subject"> {
  const none = { method: undefined, url: undefined, to: undefined, subject: undefined };
  if (effect === undefined) return none;
  if (effect.kind === "email") return { ...none, to: effect.to, subject: effect.subject };
  return { ...none, method: effect.method, url: effect.url };
}

import { type Effect, readOutbox } from "@tablewright/core";
import type { Store, StoredEvent } from "@tablewright/core/storage";
import { readNote } from "../outcome/settlements.ts";

/** Which events of an application are listed; what is left out does not matter. */
export interface EventFilter {
  readonly id?: string;
  readonly state?: ListedState;
  readonly rule?: string;
  /** At most so many, the newest. */
  readonly limit: number;
}

/** Events of an application, the newest first. */
export async function listOutboxEvents(
  store: Store,
  app: string,
  { id, state, rule, limit }: EventFilter,
): Promise<readonly ListedEvent[]> {
  const listed: ListedEvent[] = [];
  for await (const { event, effect } of storedEvents(store, app)) {
    const one = listedEvent(event, effect);
    const isChosen =
      (id ?? one.id) === one.id && (state ?? one.state) === one.state && (rule ?? one.rule) === one.rule;
    if (isChosen) listed.push(one);
    if (listed.length >= limit) break;
  }
  return listed;
}

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

function listedEvent(event: StoredEvent, effect: Effect | undefined): ListedEvent {
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

export function isDropped({ state, error }: Pick<StoredEvent, "state" | "error">): boolean {
  return state === "failed" && error !== undefined && MARK.test(error);
}

/** The error of a dropped event: when, and how the last attempt failed. */
export function writeDropped(error: string | undefined, now: number): string {
  const mark = `Dropped at ${new Date(now).toISOString()}.`;
  return error === undefined ? mark : `${mark} ${error}`;
}

/** The error as it was before the event was dropped. */
function withoutMark(error: string | undefined): string | undefined {
  return error?.replace(MARK, "").trimStart();
}

const MARK = /^Dropped at \d{4}-\d\d-\d\dT[\d:.]+Z\./u;

/** An event with its effect; undefined where the payload cannot be read. */
interface EventOfApp {
  readonly event: StoredEvent;
  readonly effect: Effect | undefined;
}

/** The events of an application in an outbox that others may share, the newest first, read page by page. */
export async function* storedEvents(store: Store, app: string): AsyncGenerator<EventOfApp> {
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const page = { before, limit: PAGE };
    const events = await store.read((transaction) => readOutbox(transaction, page));
    for (const event of events) {
      if (isOfApp(event, app)) yield { event, effect: readEffect(event) };
    }
    const last = events.at(-1);
    if (last === undefined || events.length < PAGE) return;
    before = last.sequence;
  }
}

/** Whether an event is one of the application; one whose payload cannot be read may be. */
export function isOfApp(event: StoredEvent, app: string): boolean {
  const effect = readEffect(event);
  return effect === undefined || effect.app === app;
}

function readEffect({ payload }: StoredEvent): Effect | undefined {
  try {
    return (JSON.parse(payload) as Effect | null) ?? undefined;
  } catch {
    return undefined;
  }
}

const PAGE = 200;

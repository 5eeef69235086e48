import type { EventChoice, ListedEvent } from "@tablewright/delivery";
import { count } from "../count.ts";
import type { Terminal } from "../terminal.ts";
import { type Application, withApplication } from "../with-application.ts";

export interface ListOptions extends Pick<EventChoice, "state" | "rule" | "limit"> {
  readonly store: string;
  readonly functions?: string;
  readonly json?: true;
}

/** Prints events of an application, a line or two each; answers the exit code. */
export function listChosen(
  file: string,
  { store: address, json, functions, ...choice }: ListOptions,
  terminal: Terminal,
): Promise<number> {
  const work = async ({ store, definition }: Application) => {
    const { listEvents } = await import("@tablewright/delivery");
    const events = await listEvents(store, definition.id, choice);
    if (json) terminal.out(JSON.stringify(events, null, 2));
    else terminal.out([...events.map(describeEvent), `${count(events.length, "event")}.`].join("\n"));
    return true;
  };
  return withApplication(file, address, "records", terminal, work, functions);
}

/** An event in a line, and in a second one why it was not delivered. */
function describeEvent({ id, state, created, due, rule, table, key, change, error }: ListedEvent): string {
  const row = table === undefined ? "" : `, ${change} of "${key}" in ${table}`;
  const when = due === undefined ? "" : `, due ${due}`;
  const line = `${id}  ${state.padEnd(WIDEST)}  ${created}  ${rule}${row}${when}`;
  const [reason] = error?.split("\n") ?? [];
  return reason === undefined ? line : `${line}\n    ${reason}`;
}

const WIDEST = "delivered".length;

export interface ShowOptions {
  readonly store: string;
  readonly functions?: string;
  readonly json?: true;
}

/** Prints all that an operator is shown of one event; answers the exit code. */
export function showEvent(
  file: string,
  id: string,
  { store: address, json, functions }: ShowOptions,
  terminal: Terminal,
): Promise<number> {
  const work = async ({ store, definition }: Application) => {
    const { listEvents } = await import("@tablewright/delivery");
    const [event] = await listEvents(store, definition.id, { id, limit: 1 });
    if (event === undefined) terminal.err(`The application has no event "${id}".`);
    else terminal.out(json ? JSON.stringify(event, null, 2) : inLines(event));
    return event !== undefined;
  };
  return withApplication(file, address, "records", terminal, work, functions);
}

function inLines(event: ListedEvent): string {
  const members = Object.entries(event).filter(([, value]) => value !== undefined);
  return members.map(([name, value]) => `${name}: ${String(value).replaceAll("\n", "\n  ")}`).join("\n");
}

export interface ChangeOptions {
  readonly store: string;
  readonly functions?: string;
  readonly failed?: true;
  readonly json?: true;
}

/** Retries or drops events, and prints which; answers the exit code, 1 when one of them stayed as it is. */
export async function changeChosen(
  what: "retry" | "drop",
  file: string,
  ids: readonly string[],
  { store: address, failed, json, functions }: ChangeOptions,
  terminal: Terminal,
): Promise<number> {
  if (ids.length > 0 === (failed === true)) {
    terminal.err("Name the ids of events, or all that have failed with --failed.");
    return MISUNDERSTOOD;
  }
  const work = async ({ store, engine, definition }: Application) => {
    const { dropEvents, retryEvents } = await import("@tablewright/delivery");
    const change = what === "retry" ? retryEvents : dropEvents;
    const place = { store, app: definition.id, now: Date.now(), order: engine.eventOrder };
    const result = await change(place, failed ? "failed" : ids);
    if (json) terminal.out(JSON.stringify(result, null, 2));
    else {
      for (const { id, reason } of result.refused) terminal.err(`${id}: ${reason}`);
      terminal.out(`${count(result.changed.length, "event")} ${DONE[what]}.`);
    }
    return result.refused.length === 0;
  };
  return withApplication(file, address, "changes", terminal, work, functions);
}

const DONE = { retry: "to be sent again", drop: "dropped" };
const MISUNDERSTOOD = 2;

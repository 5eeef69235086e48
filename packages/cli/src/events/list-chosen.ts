import type { EventChoice, ListedEvent } from "@tablewright/delivery";
import { count } from "../count.ts";
import type { Terminal } from "../terminal.ts";
import { withApplication } from "../with-application.ts";

export interface ListOptions extends Pick<EventChoice, "state" | "rule" | "limit"> {
  readonly store: string;
  readonly json?: true;
}

/** Prints events of an application, a line or two each; answers the exit code. */
export function listChosen(
  file: string,
  { store: address, json, ...choice }: ListOptions,
  terminal: Terminal,
): Promise<number> {
  return withApplication(file, address, "records", terminal, async ({ store, definition }) => {
    const { listEvents } = await import("@tablewright/delivery");
    const events = await listEvents(store, definition.id, choice);
    if (json) terminal.out(JSON.stringify(events, null, 2));
    else terminal.out([...events.map(describeEvent), `${count(events.length, "event")}.`].join("\n"));
    return true;
  });
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

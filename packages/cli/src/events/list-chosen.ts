import type { EventChoice } from "@tablewright/delivery";
import { count } from "../count.ts";
import type { Terminal } from "../terminal.ts";
import { withApplication } from "../with-application.ts";
import { describeEvent } from "./describe-event.ts";

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
  return withApplication(file, address, terminal, async ({ store, definition }) => {
    const { listEvents } = await import("@tablewright/delivery");
    const events = await listEvents(store, definition.id, choice);
    if (json) terminal.out(JSON.stringify(events, null, 2));
    else terminal.out([...events.map(describeEvent), `${count(events.length, "event")}.`].join("\n"));
    return true;
  });
}

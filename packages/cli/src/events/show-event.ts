import type { ListedEvent } from "@tablewright/delivery";
import type { Terminal } from "../terminal.ts";
import { withApplication } from "../with-application.ts";

export interface ShowOptions {
  readonly store: string;
  readonly json?: true;
}

/** Prints all that an operator is shown of one event; answers the exit code. */
export function showEvent(
  file: string,
  id: string,
  { store: address, json }: ShowOptions,
  terminal: Terminal,
): Promise<number> {
  return withApplication(file, address, "records", terminal, async ({ store, definition }) => {
    const { listEvents } = await import("@tablewright/delivery");
    const [event] = await listEvents(store, definition.id, { id, limit: 1 });
    if (event === undefined) terminal.err(`The application has no event "${id}".`);
    else terminal.out(json ? JSON.stringify(event, null, 2) : inLines(event));
    return event !== undefined;
  });
}

function inLines(event: ListedEvent): string {
  const members = Object.entries(event).filter(([, value]) => value !== undefined);
  return members.map(([name, value]) => `${name}: ${String(value).replaceAll("\n", "\n  ")}`).join("\n");
}

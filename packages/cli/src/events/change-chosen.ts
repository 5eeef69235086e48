import { count } from "../count.ts";
import type { Terminal } from "../terminal.ts";
import { withApplication } from "../with-application.ts";

export interface ChangeOptions {
  readonly store: string;
  readonly failed?: true;
  readonly json?: true;
}

/** Retries or drops events, and prints which; answers the exit code, 1 when one of them stayed as it is. */
export async function changeChosen(
  what: "retry" | "drop",
  file: string,
  ids: readonly string[],
  { store: address, failed, json }: ChangeOptions,
  terminal: Terminal,
): Promise<number> {
  if (ids.length > 0 === (failed === true)) {
    terminal.err("Name the ids of events, or all that have failed with --failed.");
    return MISUNDERSTOOD;
  }
  return withApplication(file, address, "changes", terminal, async ({ store, engine, definition }) => {
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
  });
}

const DONE = { retry: "to be sent again", drop: "dropped" };
const MISUNDERSTOOD = 2;

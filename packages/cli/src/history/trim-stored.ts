import type { Terminal } from "../terminal.ts";
import { withApplication } from "../with-application.ts";

/** Trims the journal, the outbox and the history of runs of a store and prints how much that was; answers the exit code. */
export function trimStored(file: string, address: string, terminal: Terminal): Promise<number> {
  return withApplication(file, address, "changes", terminal, async ({ engine }) => {
    const { removed, events, runs } = await engine.trimHistory();
    const counts = [removed, events, runs].map((count) => count.toLocaleString("en-US"));
    terminal.out(
      `Entries removed from the journal: ${counts[0]}. Events: ${counts[1]}. Runs of rules: ${counts[2]}.`,
    );
    return true;
  });
}

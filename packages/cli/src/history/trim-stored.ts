import type { Terminal } from "../terminal.ts";
import { withApplication } from "../with-application.ts";

/** Trims the journal of a store and prints how much that was; answers the exit code. */
export function trimStored(file: string, address: string, terminal: Terminal): Promise<number> {
  return withApplication(file, address, terminal, async ({ engine }) => {
    const { removed } = await engine.trimHistory();
    terminal.out(`Entries removed from the journal: ${removed.toLocaleString("en-US")}.`);
    return true;
  });
}

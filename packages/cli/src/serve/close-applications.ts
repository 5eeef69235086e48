import type { Terminal } from "../terminal.ts";
import type { OpenApplication } from "./open-application.ts";

/** Closes every application, and answers whether all went well: a store may have rows to save, and no place for them. */
export async function closeApplications(
  applications: readonly OpenApplication[],
  terminal: Terminal,
): Promise<boolean> {
  let isWell = true;
  for (const { engine } of applications) {
    await engine.close().catch((error: Error) => {
      terminal.err(error.message);
      isWell = false;
    });
  }
  return isWell;
}

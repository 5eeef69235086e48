/** A place for a store of one run. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The address of a file that is not there yet, in a folder of its own. */
export function temporaryStore(): { readonly address: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "tablewright-kill-"));
  return {
    address: `sqlite:${join(folder, "rows.sqlite")}`,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

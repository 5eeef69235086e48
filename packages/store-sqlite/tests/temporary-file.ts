/** A place for the file of one test. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The name of a file that is not there yet, in a folder of its own. */
export function temporaryFile(): { readonly file: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "tablewright-"));
  return {
    file: join(folder, "rows.sqlite"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

import { closeSync, openSync } from "node:fs";
import { IN_MEMORY } from "./in-memory.ts";

/**
 * Makes a database that is not there yet, empty and only for its owner: SQLite gives the mode of the file to its log and
 * index as well. A file that is there keeps its mode, and SQLite reports what is in the way when it opens the file.
 */
export function makePrivateFile(file: string): void {
  if (file === "" || file === IN_MEMORY || file.startsWith("file:")) return;
  try {
    closeSync(openSync(file, "wx", 0o600));
  } catch {
    return;
  }
}

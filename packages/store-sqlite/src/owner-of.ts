import { existsSync, statSync } from "node:fs";
import { IN_MEMORY } from "./in-memory.ts";
import { guarded, openReadOnly } from "./introspect/read-only-connection.ts";
import type { FileOwner } from "./prepare-catalogue.ts";

/** Whose a file is, by reading alone: it is another program's when it has tables and none, or not all, were made by us. */
export function ownerOf(file: string): FileOwner {
  if (file === IN_MEMORY || !existsSync(file) || statSync(file).size === 0) return "ours";
  const database = openReadOnly(file);
  try {
    const rows = guarded(file, () => database.prepare("select name from sqlite_schema").all());
    const names = rows.map(({ name }) => String(name));
    if (names.includes("tablewright_store")) return "theirs";
    return names.length > 0 && !names.includes("tablewright_tables") ? "theirs" : "ours";
  } finally {
    database.close();
  }
}

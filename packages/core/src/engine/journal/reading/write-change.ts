import type { SliceDefinition, TableDefinition } from "../../../schema/index.ts";
import type { StoredEntry } from "../../engine-tables/journal-table.ts";
import { shownKey } from "../../keys/key-from.ts";
import { type ChangeCursor, writeCursor } from "../../moments/change-cursor.ts";
import type { RecordedChange } from "../history-request.ts";
import { imageInSlice, type SeenChange } from "./visible-changes.ts";

/** A change for its reader. */
export function writeChange(
  table: TableDefinition,
  { at, call, cause: { user, accessKey, action, rules, version } }: StoredEntry,
  { change, operation, before, after }: SeenChange,
  cursor: ChangeCursor,
  slice?: SliceDefinition,
): RecordedChange {
  const concealed =
    slice === undefined
      ? change.concealed
      : change.concealed.filter((name) => slice.columns.some((column) => column.name === name));
  return {
    cursor: writeCursor(cursor),
    time: new Date(at).toISOString(),
    call,
    user,
    accessKey,
    cause: { action, rules },
    table: slice?.name ?? table.name,
    operation,
    key: shownKey(table, change.key),
    before: imageInSlice(before, slice),
    after: imageInSlice(after, slice),
    ...(concealed.length > 0 ? { concealed } : {}),
    version,
  };
}

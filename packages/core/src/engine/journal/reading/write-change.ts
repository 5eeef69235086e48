import type { TableDefinition } from "../../../schema/index.ts";
import { isNameableAction, isNameableRule } from "../../access/is-nameable.ts";
import type { Call } from "../../calls/call.ts";
import type { ChangeCause, StoredEntry } from "../../engine-tables/journal-table.ts";
import { shownKey } from "../../keys/key-from.ts";
import type { RecordedChange } from "../history-request.ts";
import { shownImage } from "../row-image.ts";
import type { SeenChange } from "./visible-changes.ts";

/** A change for its reader, who calls. */
export function writeChange(
  call: Call,
  table: TableDefinition,
  entry: StoredEntry,
  { change, operation, before, after, concealed }: SeenChange,
  cursor: string,
): RecordedChange {
  const { user, accessKey, version, ...cause } = knownCause(call, entry.cause);
  const [was, is] = [before && shownImage(before), after && shownImage(after)];
  const unreadable = [...new Set([...(was?.unreadable ?? []), ...(is?.unreadable ?? [])])];
  return {
    cursor,
    time: new Date(entry.at).toISOString(),
    call: entry.call,
    user,
    accessKey,
    cause,
    table: call.slice?.name ?? table.name,
    operation,
    key: shownKey(table, change.key),
    before: was?.image ?? null,
    after: is?.image ?? null,
    ...(concealed.length > 0 ? { concealed } : {}),
    ...(unreadable.length > 0 ? { unreadable } : {}),
    version,
  };
}

/**
 * Whose doing a change was, as far as its reader may know: no action, rule or other key that they may not name. Who was at work where
 * an action or rule is left out is left out as well, and the version, which is another one for every text of the definition.
 */
function knownCause(
  call: Call,
  cause: ChangeCause,
): Pick<RecordedChange, "user" | "accessKey" | "version"> & RecordedChange["cause"] {
  if (call.nameable === undefined) return cause;
  const action = isNameableAction(call, cause.action) ? cause.action : null;
  const rules = cause.rules.filter((name) => isNameableRule(call, call.app.rules.get(name)));
  const isKnown = action !== null && rules.length === cause.rules.length;
  return {
    user: isKnown ? cause.user : null,
    accessKey: isKnown && cause.accessKey === call.accessKey ? cause.accessKey : null,
    action,
    rules,
    version: null,
  };
}

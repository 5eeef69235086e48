import type { HistoryDefinition, TableDefinition } from "../app-definition.ts";
import type { HistoryShape, TableShape } from "../text/definition-shape.ts";
import { millisecondsOf } from "./milliseconds-of.ts";

/** How changes of a table are recorded: what the table says wins, member by member, over what the application says. */
export function historyOf(
  ofTable: TableShape["history"],
  ofApp: HistoryShape | undefined,
): TableDefinition["history"] {
  if (ofTable === false || (ofTable === undefined && ofApp === undefined)) return undefined;
  const own = typeof ofTable === "object" ? ofTable : {};
  return {
    keep: millisecondsOf(own.keep ?? ofApp?.keep ?? DEFAULT_KEEP),
    sensitive: own.sensitive ?? ofApp?.sensitive ?? false,
  } satisfies HistoryDefinition;
}

const DEFAULT_KEEP = "30d";

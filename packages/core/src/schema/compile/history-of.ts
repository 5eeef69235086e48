import type { HistoryDefinition, TableDefinition } from "../app-definition.ts";
import type { HistoryShape, TableShape } from "../text/definition-shape.ts";

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

function millisecondsOf(timeSpan: string): number {
  const unit = timeSpan.at(-1) as keyof typeof HOURS;
  return Number(timeSpan.slice(0, -1)) * HOURS[unit] * 3_600_000;
}

const HOURS = { h: 1, d: 24, w: 7 * 24, y: 365 * 24 };

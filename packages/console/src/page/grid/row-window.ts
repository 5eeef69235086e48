import type { Row } from "../api/create-api.ts";
import type { RowsPart } from "../api/read-rows.ts";

/** Rows of a table of which only those near the ones shown are there. */
export interface RowWindow {
  /** How many places there are to scroll over. */
  readonly places: number;
  /** How many rows match, where that is known. */
  readonly count: number | undefined;
  /** The row at a place; undefined while it is read. */
  rowAt(place: number): Row | undefined;
  labelOf(table: string, key: string): string | undefined;
  /** Reads what is missing between two places. */
  show(first: number, last: number): void;
  readonly error: Error | null;
  readonly isReading: boolean;
  retry(): void;
}

/** Rows that are read at a time. */
export const PART = 200;

export function labelIn(
  parts: readonly (RowsPart | undefined)[],
  table: string,
  key: string,
): string | undefined {
  for (const part of parts) {
    const label = part?.labels.get(table)?.get(key);
    if (label !== undefined) return label;
  }
  return undefined;
}

import type { Row } from "./row.ts";

/**
 * Instants of rows that are written, for cells whose value does not say which: a clock that goes back shows the same reading
 * twice. By the positions of the columns, in seconds since 1970-01-01T00:00:00Z.
 */
export type ExactInstants = ReadonlyMap<number, number>;

/** Adds to a row which instants its cells are; it stays the same row. */
export function withInstants(row: Row, instants: ExactInstants | undefined): Row {
  if (instants !== undefined) instantsByRow.set(row, instants);
  return row;
}

/** The instant of a cell of a row, where its value does not say it. */
export function exactInstant(row: Row, column: number): number | undefined {
  return instantsByRow.get(row)?.get(column);
}

const instantsByRow = new WeakMap<Row, ExactInstants>();

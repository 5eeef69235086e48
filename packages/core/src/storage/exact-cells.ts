import type { Row } from "./row.ts";

/**
 * Instants of rows that are written, for cells whose value does not say which: a clock that goes back shows the same reading
 * twice. By the positions of the columns, in seconds since 1970-01-01T00:00:00Z.
 */
type ExactInstants = ReadonlyMap<number, number>;

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

/** The digits of numbers of a row that a double does not hold, by the positions of their columns: `1.234567890123456789`. */
type ExactDigits = ReadonlyMap<number, string>;

/** Adds to a row the digits of its numbers; it stays the same row. */
export function withDigits(row: Row, digits: ExactDigits | undefined): Row {
  if (digits !== undefined) digitsByRow.set(row, digits);
  return row;
}

/** The digits of a cell of a row, where its number does not say them. */
export function exactDigits(row: Row, column: number): string | undefined {
  return digitsByRow.get(row)?.get(column);
}

const digitsByRow = new WeakMap<Row, ExactDigits>();

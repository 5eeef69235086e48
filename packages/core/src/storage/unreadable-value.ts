import type { Value } from "../values/index.ts";
import type { Row } from "./row.ts";

/** A value that another program has put into a table and that is none of its column's type. */
export class UnreadableValue extends Error {
  readonly code = "server/unreadable-value";
  readonly table: string;
  readonly column: string;
  /** Undefined where the value was met among many rows. */
  readonly key: string | undefined;
  /** As the database has it. */
  readonly value: string;

  constructor({ table, column, key, value }: Pick<UnreadableValue, "table" | "column" | "key" | "value">) {
    super(
      `Table "${table}" has ${value} in the column "${column}" of ${key === undefined ? "a row" : `the row ${key}`}, which is no such value.`,
    );
    this.name = "UnreadableValue";
    this.table = table;
    this.column = column;
    this.key = key;
    this.value = value;
  }
}

/**
 * Puts a value that cannot be read into a row: a reader of the cell gets the error, any other gets the row. So a
 * security filter decides first whether the row is there at all.
 */
export function putUnreadable(row: Value[], at: number, value: UnreadableValue): void {
  const get = (): never => {
    throw value;
  };
  Object.defineProperty(row, at, { get, enumerable: true, configurable: true });
  note(row, value);
}

/** Leaves a cell blank that cannot be read, and notes it with its row, so that an answer can say so. */
export function noteUnreadable(row: Value[], at: number, value: UnreadableValue): void {
  row[at] = null;
  note(row, value);
}

function note(row: Row, value: UnreadableValue): void {
  const noted = unreadable.get(row);
  if (noted === undefined) unreadable.set(row, [value]);
  else noted.push(value);
}

/** The cells of a row that cannot be read, which are blank or throw the error. */
export function unreadableCells(row: Row): readonly UnreadableValue[] {
  return unreadable.get(row) ?? [];
}

const unreadable = new WeakMap<Row, UnreadableValue[]>();

/** A number of a database of which a row has fewer digits before the point than it has there. */
type RoundedNumber = Pick<UnreadableValue, "table" | "column" | "value"> & { readonly key: string };

/** Notes a number with its row, so that an answer can say so. */
export function noteRounded(row: Row, number: RoundedNumber): void {
  const noted = rounded.get(row);
  if (noted === undefined) rounded.set(row, [number]);
  else noted.push(number);
}

/** The numbers of a row that have more digits in the database. */
export function roundedNumbers(row: Row): readonly RoundedNumber[] {
  return rounded.get(row) ?? [];
}

const rounded = new WeakMap<Row, RoundedNumber[]>();

/** What is read of a row; undefined where a cell of it cannot be read. */
export function readIfReadable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof UnreadableValue) return undefined;
    throw thrown;
  }
}

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

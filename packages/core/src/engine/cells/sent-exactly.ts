import type { StoredColumnDefinition, TableDefinition } from "../../schema/index.ts";
import type { Row } from "../../storage/index.ts";
import { exactDigits, withDigits, withInstants } from "../../storage/unreadable-value.ts";
import {
  hasOffset,
  instantsOf,
  type JsonValue,
  readAllDigits,
  readDateTime,
  type Value,
  wallSecondsOf,
  writePlainNumber,
} from "../../values/index.ts";
import type { CheckedRow } from "../stages/rows.ts";

/**
 * The digits that a call was sent of numbers of columns that keep all of them, and the instants that it was sent, or that are its own, where the clock of its zone shows their readings twice: values are readings,
 * and a database that keeps instants is to keep these.
 */
export class SentExactly {
  readonly #timeZone: string;
  readonly #utcNow: number;
  /** Instants and digits, by their places. */
  readonly #sent = new Map<string, number | string>();
  #nowTwice: number | undefined | null = null;

  constructor(timeZone: string, startedAt: number) {
    this.#timeZone = timeZone;
    this.#utcNow = Math.floor(startedAt / 1_000);
  }

  /** Notes a cell that was read, in the row at a position of the request. */
  note(
    table: TableDefinition,
    position: number,
    { index, type, options }: StoredColumnDefinition,
    cell: JsonValue,
    { value, locale }: { readonly value: Value; readonly locale: string },
  ): void {
    if (table.source === undefined) return;
    if (options.digits === "exact" && typeof cell === "string") {
      const digits = readAllDigits(cell, locale);
      if (digits !== undefined && Number(digits) === value)
        this.#sent.set(placeOf(table, position, index), digits);
    }
    if (type.kind !== "DateTime") return;
    if (typeof cell !== "string" || typeof value !== "number" || !hasOffset(cell)) return;
    if (instantsOf(value, this.#timeZone).length < 2) return;
    const instant = readDateTime(cell, locale);
    if (instant !== null) this.#sent.set(placeOf(table, position, index), instant);
  }

  /** Notes the digits that a row had which comes back: those of some columns, or of all where it was deleted. */
  noteRestored(
    {
      table,
      before,
      after,
      columns,
    }: {
      readonly table: TableDefinition;
      readonly before: Row | undefined;
      readonly after: Row | undefined;
      readonly columns: ReadonlySet<string>;
    },
    position: number,
  ): void {
    for (const { name, index, options } of table.storedColumns) {
      const value = before?.[index];
      const isRestored = after === undefined || columns.has(name);
      if (before === undefined || options.digits !== "exact" || typeof value !== "number" || !isRestored)
        continue;
      this.#sent.set(placeOf(table, position, index), exactDigits(before, index) ?? writePlainNumber(value));
    }
  }

  /** The rows as they are written. */
  rowsOf(table: TableDefinition, rows: readonly CheckedRow[]): readonly Row[] {
    const now = this.#nowIfTwice();
    if (this.#sent.size > 0 && table.source !== undefined)
      for (const row of rows) this.#noteDigits(table, row);
    if (table.source === undefined || (this.#sent.size === 0 && now === undefined))
      return rows.map(({ values }) => values);
    return rows.map(({ position, values }) => {
      const instants = new Map<number, number>();
      for (const { index, type } of table.storedColumns) {
        const value = values[index];
        if (type.kind !== "DateTime" || typeof value !== "number") continue;
        const sent = this.#sent.get(placeOf(table, position, index));
        const instant = typeof sent === "number" ? sent : value === now ? this.#utcNow : undefined;
        const isOfValue = instant !== undefined && wallSecondsOf(instant, this.#timeZone) === value;
        if (isOfValue) instants.set(index, instant);
      }
      return withInstants(values, instants.size === 0 ? undefined : instants);
    });
  }

  #noteDigits(table: TableDefinition, { position, values }: CheckedRow): void {
    const digits = new Map<number, string>();
    for (const { index, options } of table.storedColumns) {
      const sent = options.digits === "exact" ? this.#sent.get(placeOf(table, position, index)) : undefined;
      if (typeof sent === "string" && Number(sent) === values[index]) digits.set(index, sent);
    }
    withDigits(values, digits.size === 0 ? undefined : digits);
  }

  /** What the clock shows now, if it shows it twice. */
  #nowIfTwice(): number | undefined {
    if (this.#nowTwice === null) {
      const now = wallSecondsOf(this.#utcNow, this.#timeZone);
      this.#nowTwice = instantsOf(now, this.#timeZone).length < 2 ? undefined : now;
    }
    return this.#nowTwice;
  }
}

/** All digits of a number of a row, with a point whatever the Locale; null for a blank. */
export function exactText(row: Row, index: number): string | null {
  const value = row[index];
  return typeof value === "number" ? (exactDigits(row, index) ?? writePlainNumber(value)) : null;
}

function placeOf({ name }: TableDefinition, position: number, column: number): string {
  return `${position} ${column} ${name}`;
}

import type { StoredColumnDefinition, TableDefinition } from "../../schema/index.ts";
import type { Row } from "../../storage/index.ts";
import { withInstants } from "../../storage/row.ts";
import {
  hasOffset,
  instantsOf,
  type JsonValue,
  readDateTime,
  type Value,
  wallSecondsOf,
} from "../../values/index.ts";
import type { CheckedRow } from "../stages/rows.ts";

/**
 * The instants that a call was sent, or that are its own, where the clock of its zone shows their readings twice: values are readings,
 * and a database that keeps instants is to keep these.
 */
export class SentInstants {
  readonly #timeZone: string;
  readonly #utcNow: number;
  readonly #sent = new Map<string, number>();
  #nowTwice: number | undefined | null = null;

  constructor(timeZone: string, startedAt: number) {
    this.#timeZone = timeZone;
    this.#utcNow = Math.floor(startedAt / 1_000);
  }

  /** Notes a cell that was read, in the row at a position of the request. */
  note(
    table: TableDefinition,
    position: number,
    { index, type }: StoredColumnDefinition,
    cell: JsonValue,
    { value, locale }: { readonly value: Value; readonly locale: string },
  ): void {
    if (table.source === undefined || type.kind !== "DateTime") return;
    if (typeof cell !== "string" || typeof value !== "number" || !hasOffset(cell)) return;
    if (instantsOf(value, this.#timeZone).length < 2) return;
    const instant = readDateTime(cell, locale);
    if (instant !== null) this.#sent.set(placeOf(table, position, index), instant);
  }

  /** The rows as they are written. */
  rowsOf(table: TableDefinition, rows: readonly CheckedRow[]): readonly Row[] {
    const now = this.#nowIfTwice();
    if (table.source === undefined || (this.#sent.size === 0 && now === undefined))
      return rows.map(({ values }) => values);
    return rows.map(({ position, values }) => {
      const instants = new Map<number, number>();
      for (const { index, type } of table.storedColumns) {
        const value = values[index];
        if (type.kind !== "DateTime" || typeof value !== "number") continue;
        const sent = this.#sent.get(placeOf(table, position, index));
        const instant = sent ?? (value === now ? this.#utcNow : undefined);
        const isOfValue = instant !== undefined && wallSecondsOf(instant, this.#timeZone) === value;
        if (isOfValue) instants.set(index, instant);
      }
      return withInstants(values, instants.size === 0 ? undefined : instants);
    });
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

function placeOf({ name }: TableDefinition, position: number, column: number): string {
  return `${position} ${column} ${name}`;
}

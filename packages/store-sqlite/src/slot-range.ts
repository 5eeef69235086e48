import { type FindStatement, quoteName } from "@tablewright/store-sql";
import type { SqliteConnection } from "./connection.ts";

/** Between which slots the rows of a table are; of a table without rows the highest comes before the lowest. */
export class SlotRange {
  readonly lowest: number;
  readonly highest: number;
  readonly #connection: SqliteConnection;
  readonly #next: string;

  private constructor(
    connection: SqliteConnection,
    next: string,
    [lowest, highest]: readonly [number, number],
  ) {
    this.#connection = connection;
    this.#next = next;
    this.lowest = lowest;
    this.highest = highest;
  }

  /** Undefined where slots are too large to be counted up to in numbers. */
  static of(
    connection: SqliteConnection,
    { table, slot }: NonNullable<FindStatement["windows"]>,
  ): SlotRange | undefined {
    const column = quoteName(slot);
    const from = `from ${quoteName(table)}`;
    const lowestOf = `select min(${column}) ${from}`;
    // Apart each is found by the key; together they would be sought in all rows.
    const both = `select (${lowestOf}), (select max(${column}) ${from})`;
    const [lowest, highest] = connection.get(both) ?? [];
    const next = `${lowestOf} where ${column} > ?`;
    const ends = [Number(lowest ?? 1), Number(highest ?? 0)] as const;
    return ends.every(Number.isSafeInteger) ? new SlotRange(connection, next, ends) : undefined;
  }

  /** The number just before the first row above a slot: the keys of other programs may leave out millions. */
  skipGap(above: number): number {
    const [next] = this.#connection.get(this.#next, [above]) ?? [];
    return next == null ? this.highest : Number(next) - 1;
  }
}

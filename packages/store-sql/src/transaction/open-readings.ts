import type { Meter } from "@tablewright/core/storage";
import type { RowParts } from "../store/sql-driver.ts";
import type { SqlValue } from "../values/sql-value.ts";

/** A reading of rows, or of groups of them, whose first ones are there. */
export interface OpenReading<T> {
  readonly first: readonly T[];
  readonly parts: RowParts;
  /** The budget of the request. */
  readonly meter: Meter;
  /** Makes them of what is read next; it is called within a turn. */
  readonly rowsOf: (read: SqlValue[][]) => Promise<readonly T[]>;
}

/**
 * The readings of a transaction whose rows come part by part. A part is one turn of the transaction, so that its other calls
 * have theirs between two parts, and so do other requests.
 */
export class OpenReadings {
  readonly #inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  readonly #open = new Set<RowParts>();

  constructor(inTurn: <T>(work: () => Promise<T>) => Promise<T>) {
    this.#inTurn = inTurn;
  }

  /** They are to be read while nothing is written. */
  begin<T>(reading: OpenReading<T>): AsyncGenerator<readonly T[]> {
    this.#open.add(reading.parts);
    return this.#read(reading);
  }

  /**
   * Ends all of them within a turn: a table is not altered while it is read. Reading on is refused, because what was read
   * would seem to be everything.
   */
  async cut(): Promise<void> {
    const open = [...this.#open];
    this.#open.clear();
    for (const parts of open) await parts.close();
  }

  /** Ends all of them with their transaction; what hindered it was reported by then. */
  async end(): Promise<void> {
    await this.cut().catch(() => undefined);
  }

  async *#read<T>({ first, parts, meter, rowsOf }: OpenReading<T>): AsyncGenerator<readonly T[]> {
    try {
      if (first.length > 0) {
        this.#refuseCut(parts);
        yield first;
      }
      for (;;) {
        const rows = await this.#inTurn(async () => {
          this.#refuseCut(parts);
          const read = await parts.next();
          return read && rowsOf(read);
        });
        if (rows === undefined) return;
        if (rows.length > 0) yield rows;
        await meter.giveWay();
      }
    } finally {
      await this.#close(parts);
    }
  }

  /** What hinders it, such as an error before, the calls that it hinders report, too. */
  async #close(parts: RowParts): Promise<void> {
    if (!this.#open.delete(parts)) return;
    await this.#inTurn(async () => parts.close()).catch(() => undefined);
  }

  #refuseCut(parts: RowParts): void {
    if (this.#open.has(parts)) return;
    throw new Error("Rows are to be read to their end before their transaction writes or ends.");
  }
}

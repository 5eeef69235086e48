import type { Meter, Row } from "@tablewright/core/storage";
import type { RenderedSql, SqlValue } from "@tablewright/store-sql";
import type { Connection } from "./connection.ts";
import { withinLimits } from "./within-limits.ts";

/** A statement whose rows come in their order, of which the first may have been read already. */
interface Reading extends RenderedSql {
  readonly first: readonly Row[];
  /** The budget of the request. */
  readonly meter: Meter;
  /** Makes rows of what is read next; it is called within a turn. */
  readonly rowsOf: (read: SqlValue[][]) => Promise<readonly Row[]>;
}

/**
 * The readings of a transaction whose rows come part by part, each through a cursor of the server. A part is one turn of
 * the transaction, so that its other calls have theirs between two parts.
 */
export class OpenReadings {
  readonly #connection: Connection;
  readonly #inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  readonly #open = new Set<Cursor>();
  #count = 0;

  constructor(connection: Connection, inTurn: <T>(work: () => Promise<T>) => Promise<T>) {
    this.#connection = connection;
    this.#inTurn = inTurn;
  }

  /** The rows, to be read while nothing is written. */
  begin(reading: Reading): AsyncGenerator<readonly Row[]> {
    this.#count++;
    const cursor = { name: `tablewright_reading_${this.#count}`, isDeclared: false };
    this.#open.add(cursor);
    return this.#read(cursor, reading);
  }

  /**
   * Ends all of them within a turn: a table is not altered under a cursor. Who reads on is refused, because what was read
   * would seem to be everything.
   */
  async cut(): Promise<void> {
    const declared = [...this.#open].filter(({ isDeclared }) => isDeclared);
    this.#open.clear();
    for (const { name } of declared) await this.#connection.exec(`close ${name}`);
  }

  /** Ends all of them with their transaction, which closes the cursors. */
  end(): void {
    this.#open.clear();
  }

  async *#read(cursor: Cursor, reading: Reading): AsyncGenerator<readonly Row[]> {
    try {
      if (reading.first.length > 0) {
        this.#refuseCut(cursor);
        yield reading.first;
      }
      for (;;) {
        this.#refuseCut(cursor);
        const rows = await this.#inTurn(() => this.#nextRows(cursor, reading));
        if (rows.length > 0) yield rows;
        if (rows.length < PART) return;
      }
    } finally {
      await this.#close(cursor);
    }
  }

  async #nextRows(cursor: Cursor, reading: Reading): Promise<readonly Row[]> {
    this.#refuseCut(cursor);
    if (!cursor.isDeclared) await this.#declare(cursor, reading);
    // Not prepared: cursors of one name give other columns in other transactions.
    const fetch = () => this.#connection.read(`fetch forward ${PART} from ${cursor.name}`);
    return reading.rowsOf(await withinLimits(reading.meter, this.#connection, reading.text, fetch));
  }

  async #declare(cursor: Cursor, { text, values, first }: Reading): Promise<void> {
    await this.#connection.all(PLAN_FOR_ALL_ROWS);
    await this.#connection.run(`declare ${cursor.name} no scroll cursor for ${text}`, values);
    cursor.isDeclared = true;
    if (first.length > 0) await this.#connection.exec(`move forward ${first.length} from ${cursor.name}`);
  }

  /** What hinders it, such as an error before, is told by the calls that it hinders, too. */
  async #close(cursor: Cursor): Promise<void> {
    if (!this.#open.delete(cursor) || !cursor.isDeclared) return;
    await this.#inTurn(() => this.#connection.exec(`close ${cursor.name}`)).catch(() => undefined);
  }

  #refuseCut(cursor: Cursor): void {
    if (this.#open.has(cursor)) return;
    throw new Error("Rows are to be read to their end before their transaction writes or ends.");
  }
}

interface Cursor {
  readonly name: string;
  isDeclared: boolean;
}

/** Cursors are planned for their first rows otherwise. Does nothing where a database has no such setting. */
const PLAN_FOR_ALL_ROWS =
  "select set_config(name, '1', true) from pg_settings where name = 'cursor_tuple_fraction'";

/** Rows that are fetched before others have their turn: a few milliseconds. */
const PART = 2_000;

import { EvaluationError, type Meter } from "@tablewright/core/storage";
import {
  type Budgets,
  FIRST_ROWS,
  type FindStatement,
  type RenderedSql,
  type RowParts,
  type SearchedRows,
  type SqlValue,
} from "@tablewright/store-sql";
import { BoundedCells, type PostgresConnection } from "./connection.ts";
import { isPostgresError } from "./postgres-error.ts";

/**
 * Runs `work`, which sends the statement `text` at once, in the time that the request has left. What begins and ends the
 * limits travels with it. A statement that may stop at the length of a text does so after a savepoint, so that the
 * evaluator can go on in the transaction.
 */
async function withinLimits<T>(
  meter: Meter,
  connection: PostgresConnection,
  text: string,
  work: () => Promise<T>,
): Promise<T> {
  const mayStop = STOPPING.test(text);
  const before: Promise<unknown>[] = [connection.begunBefore(meter), connection.limitTime(meter)];
  if (mayStop) before.push(connection.exec("savepoint limits"));
  const answer = work();
  const after = mayStop ? [connection.exec("release savepoint limits")] : [];
  try {
    await Promise.all([...before, answer, ...after]);
    return await answer;
  } catch (error) {
    if (!mayStop || !isPostgresError(error, "text too long")) throw error;
    await connection.exec("rollback to savepoint limits");
    throw new EvaluationError("limit/text-length", { limit: meter.limits.textLength });
  }
}

/** Calls of the functions that stop a statement. */
const STOPPING = /"tw_(?:toolong|substitute)_/u;

/**
 * The rows of a statement. Many are the first ones of their order and what a cursor gives after them; where they are long, a
 * cursor gives all of them, a few at a time.
 */
export async function searchPostgres(
  connection: PostgresConnection,
  statement: FindStatement,
  { meter }: Budgets,
): Promise<SearchedRows> {
  const { text, values, isSorted } = statement;
  const cells = new BoundedCells(MOST_CHARACTERS);
  const rows = await withinLimits(meter, connection, text, () => connection.all(text, values, cells));
  if (rows.length <= FIRST_ROWS && !cells.isCut) return { rows, isSorted };
  const first = isSorted && !cells.isCut ? rows : [];
  const size = Math.max(1, Math.min(PART, Math.floor(rows.length * (GOOD_CHARACTERS / cells.characters))));
  const more = new Cursor({ connection, statement: statement.ofMany(), meter, size, given: first.length });
  return { rows: first, isSorted: true, more };
}

interface CursorParts {
  readonly connection: PostgresConnection;
  readonly statement: RenderedSql;
  readonly meter: Meter;
  /** How many rows are fetched first. */
  readonly size: number;
  /** How many of the first rows are passed over. */
  readonly given: number;
}

/** The rows of a statement after the first ones, by a cursor of the server. */
class Cursor implements RowParts {
  readonly #connection: PostgresConnection;
  readonly #statement: RenderedSql;
  readonly #meter: Meter;
  #size: number;
  #given: number;
  #name: string | undefined;
  #isAtEnd = false;

  constructor({ connection, statement, meter, size, given }: CursorParts) {
    this.#connection = connection;
    this.#statement = statement;
    this.#meter = meter;
    this.#size = size;
    this.#given = given;
  }

  /** A single row is given however long it is. */
  async next(): Promise<SqlValue[][] | undefined> {
    while (!this.#isAtEnd) {
      const size = this.#size;
      const cells = new BoundedCells(size === 1 ? Number.POSITIVE_INFINITY : MOST_CHARACTERS);
      const rows = await this.#fetch(size, cells);
      const load = Math.max(size / PART, cells.characters / GOOD_CHARACTERS);
      this.#size = Math.max(1, Math.floor(size * Math.min(GROWTH, 1 / load)));
      if (cells.isCut) {
        await this.close(); // what was left out is fetched by another one
        continue;
      }
      this.#given += rows.length;
      this.#isAtEnd = rows.length < size;
      return rows;
    }
    return undefined;
  }

  async close(): Promise<void> {
    const name = this.#name;
    this.#name = undefined;
    if (name !== undefined) await this.#connection.exec(`close ${name}`);
  }

  async #fetch(size: number, cells: BoundedCells): Promise<SqlValue[][]> {
    const name = this.#name ?? (await this.#declare());
    // Not prepared: cursors of one name give other columns in other transactions.
    const fetch = () => this.#connection.read(`fetch forward ${size} from ${name}`, cells);
    return withinLimits(this.#meter, this.#connection, this.#statement.text, fetch);
  }

  async #declare(): Promise<string> {
    const name = this.#connection.nameCursor();
    const { text, values } = this.#statement;
    await this.#connection.all(PLAN_FOR_ALL_ROWS);
    await this.#connection.run(`declare ${name} no scroll cursor for ${text}`, values);
    this.#name = name;
    if (this.#given > 0) await this.#connection.exec(`move forward ${this.#given} from ${name}`);
    return name;
  }
}

/** Cursors are planned for their first rows otherwise. Does nothing where a database has no such setting. */
const PLAN_FOR_ALL_ROWS =
  "select set_config(name, '1', true) from pg_settings where name = 'cursor_tuple_fraction'";

/** Rows that are fetched before others have their turn: a few milliseconds. */
const PART = 2_000;
/** How many times as many rows a part may have as the one before. */
const GROWTH = 4;

/** Characters of the cells that an answer may have; as many as are good for a part. */
const MOST_CHARACTERS = 16_777_216;
const GOOD_CHARACTERS = 4_194_304;

import type { Meter } from "@tablewright/core/storage";
import {
  type Budgets,
  FEW_ROWS,
  type FindStatement,
  type RenderedSql,
  type RowParts,
  type SearchedRows,
  type SqlValue,
} from "@tablewright/store-sql";
import type { Connection } from "./connection.ts";
import { withinLimits } from "./within-limits.ts";

/** The rows of a statement. Many are the first ones of their order and what a cursor gives after them. */
export async function search(
  connection: Connection,
  statement: FindStatement,
  { meter }: Budgets,
): Promise<SearchedRows> {
  const { text, values, isSorted } = statement;
  const rows = await withinLimits(meter, connection, text, () => connection.all(text, values));
  if (rows.length <= FEW_ROWS) return { rows, isSorted };
  const first = isSorted ? rows : [];
  const more = new Cursor(connection, statement.ofMany(), first.length, meter);
  return { rows: first, isSorted: true, more };
}

/** The same for a database without cursors: many rows come at once. */
export async function searchAtOnce(
  connection: Connection,
  statement: FindStatement,
  { meter }: Budgets,
): Promise<SearchedRows> {
  const read = ({ text, values }: RenderedSql) =>
    withinLimits(meter, connection, text, () => connection.all(text, values));
  const rows = await read(statement);
  if (rows.length <= FEW_ROWS) return { rows, isSorted: statement.isSorted };
  return { rows: await read(statement.ofMany()), isSorted: true };
}

/** The rows of a statement after the first ones, by a cursor of the server. */
class Cursor implements RowParts {
  readonly #connection: Connection;
  readonly #statement: RenderedSql;
  readonly #first: number;
  readonly #meter: Meter;
  #name: string | undefined;
  #isAtEnd = false;

  constructor(connection: Connection, statement: RenderedSql, first: number, meter: Meter) {
    this.#connection = connection;
    this.#statement = statement;
    this.#first = first;
    this.#meter = meter;
  }

  async next(): Promise<SqlValue[][] | undefined> {
    if (this.#isAtEnd) return undefined;
    const name = this.#name ?? (await this.#declare());
    // Not prepared: cursors of one name give other columns in other transactions.
    const fetch = () => this.#connection.read(`fetch forward ${PART} from ${name}`);
    const rows = await withinLimits(this.#meter, this.#connection, this.#statement.text, fetch);
    this.#isAtEnd = rows.length < PART;
    return rows;
  }

  async close(): Promise<void> {
    if (this.#name !== undefined) await this.#connection.exec(`close ${this.#name}`);
  }

  async #declare(): Promise<string> {
    const name = this.#connection.nameCursor();
    const { text, values } = this.#statement;
    await this.#connection.all(PLAN_FOR_ALL_ROWS);
    await this.#connection.run(`declare ${name} no scroll cursor for ${text}`, values);
    this.#name = name;
    if (this.#first > 0) await this.#connection.exec(`move forward ${this.#first} from ${name}`);
    return name;
  }
}

/** Cursors are planned for their first rows otherwise. Does nothing where a database has no such setting. */
const PLAN_FOR_ALL_ROWS =
  "select set_config(name, '1', true) from pg_settings where name = 'cursor_tuple_fraction'";

/** Rows that are fetched before others have their turn: a few milliseconds. */
const PART = 2_000;
